// Browser side of passkeys. The library is loaded only when a passkey is used.
import { Failure } from '@xinqiao/contract/errors.ts'

type CredentialOptions = Record<string, unknown>

const createPasskeyFailure = (message: string) => new Failure('wrongFactor', message, null)

/** @throws Failure when the person cancels or the device has no matching passkey */
export async function signWithPasskey(options: CredentialOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await startAuthentication({ optionsJSON: options as never })
  } catch {
    throw createPasskeyFailure('没有完成通行密钥验证，请重试，或改用验证码')
  }
}

/** @throws Failure when the person cancels or this device is registered already */
export async function createPasskey(options: CredentialOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return await startRegistration({ optionsJSON: options as never })
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw createPasskeyFailure(isKnown ? '这台设备的通行密钥已经添加过' : '没有添加成功，请重试，或改用动态验证码')
  }
}
