// Sends one command to the server. The store is updated before the promise resolves.
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'

export type SendCommand = <K extends CommandName>(name: K, input: CommandInput<K>) => Promise<CommandOutput<K>>
