// The account's other devices, in the form that pages read.
import { clientTypes, type LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'

export type NimLoginPort = Omit<LoginPort, 'type'> & { type: string; account: string; online: true }

const typeNames = new Map<number, string>(Object.entries(clientTypes).map(([name, code]) => [code, name]))

/**
 * Name of a client type.
 * @returns '' for an unknown code
 */
export const nameClientType = (code: number): string => typeNames.get(code) ?? ''

export function presentLoginPort(port: LoginPort, account: string): NimLoginPort {
  return { ...port, type: nameClientType(port.type), account, online: true }
}
