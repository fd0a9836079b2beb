// Rows of messages that only this device has, or that the page passed in.
import { sessionIdOf, type Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { DatabaseWrite } from './local-database.ts'
import * as tables from './tables.ts'

/** Key of a message that the server does not have. */
export const localKeyOf = (idClient: string): string => tables.localMessagePrefix + idClient
export type PageMessage = { idClient: string; idServer?: string; scene?: Scene; target: string; time: number }

export const toPageMessageWrite = (msg: PageMessage): DatabaseWrite => {
  const { idClient, idServer, scene = 'p2p', target: to, time } = msg
  const sessionId = sessionIdOf({ scene, to })
  return {
    table: tables.messages,
    row: { key: idServer ?? localKeyOf(idClient), idClient, sessionId, time, shown: { ...msg } },
  }
}
