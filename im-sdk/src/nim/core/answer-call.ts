// Calls methods for a page. No method throws into the code of the page, whatever it passes.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { createIdClient } from '../../base/create-id-client.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'
import { warnOnce } from './options-without-effect.ts'
import { checkRequiredFields } from './required-fields.ts'

/** The callback of a method call: `done` of its options, or a function among its arguments. */
export const findDone = (input: readonly unknown[]): ((error: Error | null, data?: unknown) => void) | undefined =>
  input
    .flatMap((part) => [part, (part as { done?: unknown } | null | undefined)?.done])
    .findLast((part): part is (error: Error | null, data?: unknown) => void => typeof part === 'function')

type InvalidInputError = Error & { code?: unknown; issues?: { message: string }[] }

/** Errors that a method meets while it reads its input get the code 414. */
export function toFailure(error: unknown, name?: string): Error {
  const { code, issues, message } = error as InvalidInputError
  if (code !== undefined) return error as Error
  if (error instanceof ReferenceError) return imFail('internal', `浏览器版本过低：${message}`)
  // the engine's message of a TypeError names no option of the page, so a general sentence replaces it
  const sentence = error instanceof TypeError ? '参数的类型不正确' : (issues?.[0]?.message ?? message)
  return imFail('invalid', name === undefined ? `参数错误：${sentence}` : `${name}：${sentence}`)
}

/** Old pages pass ids as numbers, numbers as texts, and null for options that they do not set. */
const idField = /^(?:to|from|account|teamId|chatroomId|channelId|channelName|requestId|idServer|idClient)$/
const numberField = /^(?:limit|time|start|end|type|value|\w+Time)$/
const coerceOption = (name: string, value: unknown): unknown => {
  if (value === null) return undefined
  if (name === 'isAdd' && (value === 'true' || value === 'false')) return value === 'true'
  if (typeof value === 'number' && idField.test(name)) return `${value}`
  if (name === 'accounts' && Array.isArray(value)) return value.map((item: unknown) => coerceOption('account', item))
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && numberField.test(name) ? Number(value) : value
}
/** The options of a page with the types of the API. Other input is returned unchanged. */
export const coerceOptions = <Input>(input: Input): Input =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (Object.fromEntries(Object.entries(input).map(([name, value]) => [name, coerceOption(name, value)])) as Input)
    : input

/** Methods that return the message at once. */
const sendNames = /(?:^|\.)(?:send(?!\w*Receipt|CustomSys)|resend|forward)/

/** A message whose sending failed before it began. A resent one keeps its id, a forwarded one gets another. */
function createFailedMessage(name: string, options: unknown, error: Error): object {
  const { msg, done: _done, ...own } = Object(options) as { msg?: object; done?: unknown; scene?: string; to?: string }
  const idClient = createIdClient()
  return {
    idClient,
    time: Date.now(),
    sessionId: own.to && `${own.scene}-${own.to}`,
    ...msg,
    ...(name === 'forwardMsg' && { idClient }),
    ...own,
    flow: 'out',
    status: 'fail',
    error,
  }
}

/** Names in the console the options of this call that the method has not read, or passed on as a whole. */
function callWithOptions(name: string, method: (...input: never[]) => unknown, parts: readonly unknown[]): unknown {
  const [options, ...rest] = parts
  // an input that is a message or a list has no options to name
  if (typeof options !== 'object' || Array.isArray(options) || 'flow' in Object(options))
    return method(...(parts as never[]))
  const unread = new Set(Object.keys(omitUndefined(options as object)))
  const optionsProxy = new Proxy(options as Record<PropertyKey, unknown>, {
    get(target, key) {
      unread.delete(key as string)
      return target[key]
    },
  })
  const result = method(...([optionsProxy, ...rest] as never[]))
  unread.delete('done')
  for (const option of unread) warnOnce(name, option)
  return result
}

/**
 * Calls a method. Pages may pass only the callback. Invalid input is reported to `done`, or else by a rejected
 * promise. Methods that send return the failed message with its `error`. Pages pass null for options that they do not
 * have.
 * @param isSynchronous true to throw instead, because a page uses the result directly
 */
export function invokeMethod(
  name: string,
  method: (...input: never[]) => unknown,
  input: readonly unknown[],
  isSynchronous = false,
): unknown {
  const parts = input.map((part) =>
    typeof part === 'function' && input.length < 2 ? { done: part } : coerceOptions(part ?? undefined),
  )
  try {
    checkRequiredFields(name, parts[0])
    return callWithOptions(name, method, parts)
  } catch (error) {
    const failure = toFailure(error, name)
    if (isSynchronous) throw failure
    const done = findDone(parts)
    // pages use the returned message at once
    const msg = sendNames.test(name) && createFailedMessage(name, parts[0], failure)
    if (!done) return msg || Promise.reject(failure)
    setTimeout(() => done(failure, msg || undefined))
    return msg || undefined
  }
}
