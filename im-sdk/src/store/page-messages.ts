// Rows of messages that only this device has, or that the page passed in.
import { sessionIdOf, type Scene } from '@xinqiao/contract/im/scene.ts'
import type { DatabaseWrite } from './tables.ts'

/** Key of a message that the server does not have. */
export const localKey = (idClient: string): string => `local-${idClient}`
export type PageMessage = { idClient: string; idServer?: string; scene?: Scene; target: string; time: number }

export const toPageMessageWrite = (msg: PageMessage): DatabaseWrite => {
  const { idClient, idServer, scene = 'p2p', target: to, time } = msg
  const sessionId = sessionIdOf({ scene, to })
  return { table: 'msg', row: { key: idServer ?? localKey(idClient), idClient, sessionId, time, shown: { ...msg } } }
}
