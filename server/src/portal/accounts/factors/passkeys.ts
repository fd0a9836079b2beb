// WebAuthn: options for the browser, and verification of signatures.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { Kit } from '../../../kit/ctx.ts'
import type { FactorRow } from '../records/factor-store.ts'

/** EdDSA, ES256, RS256 (COSE): supported by common authenticators. */
const algorithms = [-8, -7, -257]
const timeoutMs = 120_000

type RelyingParty = { rpID: string; expectedOrigin: string }

/**
 * The relying party of this site, from PUBLIC_URL. Null where browsers offer no passkeys: an IP address is no domain,
 * and without https only localhost is a secure context.
 */
export function relyingPartyOf({ config }: Pick<Kit, 'config'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(config.publicUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isAddress || !isSecure ? null : { rpID: hostname, expectedOrigin: origin }
}

const describePasskeys = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credential_id, transports }) => (credential_id ? [{ id: credential_id, transports }] : []))

export const createRegistrationOptions = (
  { rpID }: RelyingParty,
  account: { id: number; username: string; nickname: string },
  factors: readonly FactorRow[],
) =>
  generateRegistrationOptions({
    rpName: '心桥',
    rpID,
    userName: account.username,
    userDisplayName: account.nickname || account.username,
    userID: new TextEncoder().encode(`account ${account.id}`),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: describePasskeys(factors),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** @returns null when the account has no passkey, or this address cannot use one */
export async function createAuthenticationOptions(kit: Kit, factors: readonly FactorRow[]) {
  const site = relyingPartyOf(kit)
  const allowCredentials = describePasskeys(factors)
  if (!site || allowCredentials.length === 0) return null
  return generateAuthenticationOptions({
    rpID: site.rpID,
    allowCredentials,
    timeout: timeoutMs,
    userVerification: 'preferred',
  })
}

/** @returns the new credential; null unless the authenticator signed it for this challenge and this site */
export async function verifyRegistration(site: RelyingParty, challenge: string, response: RegistrationResponseJSON) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.expectedOrigin,
      expectedRPID: site.rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential ?? null
  } catch {
    // the library throws on malformed input
    return null
  }
}

/** @returns the passkey and its new signature counter; null for a wrong or foreign signature */
export async function verifyAuthentication(
  kit: Kit,
  factors: readonly FactorRow[],
  challenge: string,
  response: AuthenticationResponseJSON,
): Promise<{ factor: FactorRow; counter: number } | null> {
  const site = relyingPartyOf(kit)
  const factor = factors.find(({ credential_id }) => credential_id === response.id)
  if (!site || !factor?.credential_id || !factor.public_key) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.expectedOrigin,
      expectedRPID: site.rpID,
      requireUserVerification: false,
      credential: {
        id: factor.credential_id,
        publicKey: new Uint8Array(factor.public_key),
        counter: factor.counter,
      },
    })
    return verified ? { factor, counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}
