// Confirms an identity by a passkey, for site and console. The library is loaded only when a passkey is used.
import { Failure } from '@xinqiao/contract/errors.ts'

/** @throws Failure when the person cancels or the device has no matching passkey */
export async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await startAuthentication({ optionsJSON: options as never })
  } catch {
    throw new Failure('wrongFactor', '没有完成通行密钥验证，请重试，或改用验证码', null)
  }
}

/** One proof of identity: a code, a password or a signed passkey challenge. */
export type FactorProof = { code?: string; password?: string; passkey?: Awaited<ReturnType<typeof signWithPasskey>> }
