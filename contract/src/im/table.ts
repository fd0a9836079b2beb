// Look-up of the commands and pushes, by name in code and by number in packets.
import { imServices, type CommandName, type PushName } from './index.ts'
import type { CommandDefinition, ServiceDefinition } from './command.ts'

export type CommandEntry = { name: CommandName; serviceId: number; command: CommandDefinition }
export type PushEntry = { name: PushName; serviceId: number; id: number }

const services = Object.entries(imServices) as [string, ServiceDefinition][]

export const commandEntries: readonly CommandEntry[] = services.flatMap(([name, { id, commands }]) =>
  Object.entries(commands).map(([key, command]) => ({ name: `${name}.${key}` as CommandName, serviceId: id, command })),
)
export const pushEntries: readonly PushEntry[] = services.flatMap(([name, { id, pushes }]) =>
  Object.entries(pushes).map(([key, row]) => ({ name: `${name}.${key}` as PushName, serviceId: id, id: row.id })),
)

const commandsByName = new Map(commandEntries.map((entry) => [entry.name, entry]))
const commandsByNumber = new Map(commandEntries.map((entry) => [`${entry.serviceId}/${entry.command.id}`, entry]))
const pushesByName = new Map(pushEntries.map((entry) => [entry.name, entry]))
const pushesByNumber = new Map(pushEntries.map((entry) => [`${entry.serviceId}/${entry.id}`, entry]))

export const getCommand = (name: CommandName): CommandEntry => commandsByName.get(name)!
export const isCommandName = (name: string): name is CommandName => commandsByName.has(name as CommandName)
export const findCommandByNumber = (serviceId: number, id: number): CommandEntry | null =>
  commandsByNumber.get(`${serviceId}/${id}`) ?? null
export const getPush = (name: PushName): PushEntry => pushesByName.get(name)!
export const findPushByNumber = (serviceId: number, id: number): PushEntry | null =>
  pushesByNumber.get(`${serviceId}/${id}`) ?? null
