// The console's API client. A 401 of any request ends the session, once.
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import { createHttpApi, uploadFile } from '@xinqiao/contract/http/client.ts'
import type { EndpointApi } from '@xinqiao/contract/http/endpoint.ts'
import { isSignedOut } from './hooks.ts'

/** A client that does not end the session after a 401, for sign-in and /auth/me. */
export const plainApi = createHttpApi<Contract>()

let onSessionLost: () => void = () => {}
export const setSessionLostListener = (listen: () => void) => {
  onSessionLost = listen
}

let confirmPerson: () => Promise<boolean> = () => Promise.resolve(false)
/** Registers the step-up dialog, which resolves to whether the user confirmed. */
export const setStepUpConfirmation = (confirm: () => Promise<boolean>) => {
  confirmPerson = confirm
}

const isStepUpNeeded = (error: unknown) => error instanceof Failure && error.reason === 'stepUpNeeded'

async function callWithStepUp<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isSignedOut(error)) onSessionLost()
    if (!isStepUpNeeded(error)) throw error
  }
  if (!(await confirmPerson())) throw new Failure('stepUpNeeded', '已取消，没有进行任何更改', null)
  return call()
}

export const api: EndpointApi<Contract> = (key, input) => callWithStepUp(() => plainApi(key, input))

/** @param onProgress receives a fraction from 0 to 1 */
export const upload = <T>(
  path: string,
  file: File,
  onProgress?: (fraction: number) => void,
  fields: Record<string, string> = {},
): Promise<T> => callWithStepUp(() => uploadFile<T>(path, file, fields, onProgress))
