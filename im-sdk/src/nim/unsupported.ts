// Methods of the API that are not implemented yet. Each replies with an error, so that a page neither breaks nor waits.
// Remove a name when its method is implemented; a test limits the list.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { findDone } from './core/answer-call.ts'

export const unsupportedNim = [
  // messages
  ...['sendRobotMsg', 'stopAIStreamMessage', 'regenAIMessage'],
  // others
  ...['parseRobotTemplate', 'getAIUserList', 'proxyAIModelCall'],
  ...['stopAIModelStreamCall'],
] as const

export type UnsupportedMethod = (...input: unknown[]) => unknown

/** Reports an error the way the method will: to `done`, or by a rejected promise. */
const failLater =
  (name: string): UnsupportedMethod =>
  (...input) => {
    const error = imFail('notSupported', `${name}：还没有实现`)
    const done = findDone(input)
    if (!done) return Promise.reject(error)
    setTimeout(() => done(error))
    return undefined
  }

export const createUnsupportedApi = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, failLater(name)])) as Record<Name, UnsupportedMethod>
