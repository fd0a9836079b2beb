// Definition of commands and pushes. Dispatch, the SDK's requests and tests derive from it.
import type { z } from 'zod'
import type { ImErrorName } from './errors.ts'

/**
 * `chat`: only after login (messaging.md 4). `room`: only after the login to a chatroom. `account`: after either login
 * with an account. `connected`: the logins themselves and the heartbeat.
 */
export type CommandAccess = 'connected' | 'chat' | 'room' | 'account'

export type CommandDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  id: number
  who: CommandAccess
  input: I
  output: O
  errors: readonly ImErrorName[]
  /** Timeout in both client and server: command 8 s, heartbeat 5 s, sync 180 s (im-sdk-api.md, figures). */
  timeoutMs: number
  /** Rate limit per account: above it, the command is refused with 416 until the window ends. */
  maxFrequency: { times: number; seconds: number }
  /** Texts of the caller in the input, which the crisis detector reads, as in the definitions of endpoints. */
  texts?: readonly string[]
  /** The handler calls the detector on `texts` itself, because it also needs earlier messages. */
  readsTexts?: true
}
export type PushDefinition<S extends z.ZodType = z.ZodType> = { id: number; push: S }
export type ServiceDefinition = {
  id: number
  commands: Record<string, CommandDefinition>
  pushes: Record<string, PushDefinition>
}

/** Preserves the types of a service while checking their shape. */
export const service = <C extends Record<string, CommandDefinition>, P extends Record<string, PushDefinition>>(
  id: number,
  commands: C,
  pushes: P,
) => ({ id, commands, pushes })

type CommandDraft<I extends z.ZodType, O extends z.ZodType> = Omit<
  CommandDefinition<I, O>,
  'id' | 'timeoutMs' | 'maxFrequency' | 'errors'
> &
  Partial<Pick<CommandDefinition, 'timeoutMs' | 'maxFrequency' | 'errors'>>

export const command = <I extends z.ZodType, O extends z.ZodType>(
  id: number,
  draft: CommandDraft<I, O>,
): CommandDefinition<I, O> => ({
  id,
  timeoutMs: 8_000,
  maxFrequency: { times: 100, seconds: 10 },
  errors: [],
  ...draft,
})

export const definePush = <S extends z.ZodType>(id: number, schema: S): PushDefinition<S> => ({ id, push: schema })
