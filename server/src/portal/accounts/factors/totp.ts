// Time-based one-time codes of authenticator apps (RFC 6238): six digits, 30 seconds, SHA-1, which every app supports.
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const issuer = '心桥'

const createTotp = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })

/** 160 random bits in base32, as RFC 4226 recommends. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth URI for the QR code. */
export const totpUriOf = (secret: string, username: string): string => createTotp(secret, username).toString()

/** @returns the time step of a right code, with a clock drift of at most one step; null for a wrong code */
export function findTotpStep(secret: string, code: string): number | null {
  const now = Date.now()
  if (!/^\d{6}$/.test(code)) return null
  const drift = createTotp(secret).validate({ token: code, timestamp: now, window: 1 })
  return drift === null ? null : Math.floor(now / 1000 / periodSeconds) + drift
}
