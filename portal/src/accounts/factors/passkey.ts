// Adds a passkey to the account. The WebAuthn library is loaded only when a person adds one.
import { Failure } from '@xinqiao/contract/errors.ts'

type CredentialOptions = Record<string, unknown>

/** @throws Failure when the person cancels or this device is registered already */
export async function createPasskey(options: CredentialOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return await startRegistration({ optionsJSON: options as never })
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    const message = isKnown ? '这台设备的通行密钥已经添加过' : '没有添加成功，请重试，或改用动态验证码'
    throw new Failure('wrongFactor', message, null)
  }
}
