// Events of accounts, in the form that pages read.
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import { nameClientType } from './login-ports.ts'

/** `serverConfig`: JSON with the client types with which the account is online: `{"online":[16]}`. */
export type NimEvent = Omit<PublishedEvent, 'clientType' | 'online'> & { clientType: string; serverConfig: string }

export const presentEvent = ({ clientType, online, ...event }: PublishedEvent): NimEvent => ({
  ...event,
  clientType: nameClientType(clientType),
  serverConfig: JSON.stringify({ online }),
})
