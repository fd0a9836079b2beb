// Converts reports of clients to metrics. Labels come from tables of the contract, never from clients.
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { isCommandName } from '@xinqiao/contract/im/table.ts'
import { chatDelays, chatErrors } from './client-metrics.ts'

const codes = new Set(Object.values(imErrors).map(({ code }) => `${code}`))

export function receiveReport({ errors, delays }: ParsedInput<'misc.report'>): Promise<null> {
  for (const { command, code } of errors)
    chatErrors.inc({ command: isCommandName(command) ? command : 'other', code: codes.has(code) ? code : 'other' })
  for (const ms of delays) chatDelays.observe(ms / 1000)
  return Promise.resolve(null)
}
