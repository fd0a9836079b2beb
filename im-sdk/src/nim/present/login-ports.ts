// The account's other devices, in the form that pages read.
import { clientTypes, type LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'

type ClientType = keyof typeof clientTypes
export type NimLoginPort = Omit<LoginPort, 'type'> & { type: string; account: string; online: true; os: string }

const typeNames = new Map<number, string>(Object.entries(clientTypes).map(([name, code]) => [code, name]))
/** Operating systems by type of client. Browsers do not reveal theirs. */
const systems: Partial<Record<ClientType, string>> = {
  Android: 'Android',
  iOS: 'iOS',
  PC: 'Windows',
  WindowsPhone: 'Windows Phone',
  Mac: 'macOS',
}

/**
 * Name of a client type.
 * @returns '' for an unknown code
 */
export const nameClientType = (code: number): string => typeNames.get(code) ?? ''

export function presentLoginPort(port: LoginPort, account: string): NimLoginPort {
  const type = nameClientType(port.type)
  return { ...port, type, account, online: true, os: systems[type as ClientType] ?? '' }
}
