// Requests in flight: numbered, with a timeout, and rejected when the connection is lost.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { imFail, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { lastSequence, success, type ReplyPacket, type RequestPacket } from '@xinqiao/contract/im/wire.ts'

/** Receives the level of a command whose texts sound like danger, stored or refused. */
export type ReceiveCrisisLevel = (input: object, level: CrisisLevel) => void

/** The reply to a command that created a team, which had no address before. */
type TeamReply = { state?: { team?: object } } | null
type PendingRequest = {
  input: object
  resolve: (data: unknown) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** @param send hands a packet to the socket */
export function createRequestSender(
  send: (packet: RequestPacket) => void,
  timeouts: Partial<Record<CommandName, number>> = {},
  receiveCrisisLevel: ReceiveCrisisLevel = () => {},
) {
  const pending = new Map<number, PendingRequest>()
  const blockedUntil = new Map<CommandName, number>()
  let sequence = 0

  /** messaging.md 9: wraps to 1 after 32767; skips numbers that are in flight. */
  function takeNextSequence(): number {
    do sequence = sequence >= lastSequence ? 1 : sequence + 1
    while (pending.has(sequence))
    return sequence
  }

  function removePending(number: number): PendingRequest | undefined {
    const request = pending.get(number)
    if (request) {
      pending.delete(number)
      clearTimeout(request.timer)
    }
    return request
  }

  return {
    async request<K extends CommandName>(name: K, input: CommandInput<K>): Promise<CommandOutput<K>> {
      // messaging.md 4: after a 416 the command waits for the seconds that the server named
      const waitMs = (blockedUntil.get(name) ?? 0) - Date.now()
      if (waitMs > 0) throw imFail('tooOften', undefined, { seconds: Math.ceil(waitMs / 1000) })
      const { serviceId, command } = getCommand(name)
      const number = takeNextSequence()
      try {
        const data = await new Promise((resolve, reject) => {
          const timer = setTimeout(
            () => removePending(number)?.reject(imFail('noAnswer')),
            timeouts[name] ?? command.timeoutMs,
          )
          pending.set(number, { input: input as object, resolve, reject, timer })
          // messaging.md 4: sent on the next tick, unless the connection was lost meanwhile
          queueMicrotask(() => pending.has(number) && send([serviceId, command.id, number, input]))
        })
        return data as CommandOutput<K>
      } catch (error) {
        const seconds =
          error instanceof ImFailure && error.code === 416 ? (error.data as { seconds: number }).seconds : 0
        if (seconds > 0) blockedUntil.set(name, Date.now() + seconds * 1000)
        throw error
      }
    },
    isIdle: () => pending.size === 0,
    settle([number, code, data, message, crisisLevel]: ReplyPacket): void {
      const request = removePending(number)
      const level = code === success ? crisisLevel : (data as { care?: CrisisLevel } | null)?.care
      if (request && level) receiveCrisisLevel({ ...request.input, ...(data as TeamReply)?.state?.team }, level)
      if (code === success) request?.resolve(data)
      else request?.reject(new ImFailure(code, message ?? '', data))
    },
    /** Rejects all requests, because the connection is lost. Whether the server executed their commands is unknown. */
    failAll(): void {
      for (const number of [...pending.keys()]) removePending(number)?.reject(imFail('offline'))
    },
  }
}
export type RequestSender = ReturnType<typeof createRequestSender>
