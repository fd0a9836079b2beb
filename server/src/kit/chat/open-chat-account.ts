// Type of a function that the bridge injects, because domains of the portal do not import the chat.
import type { Db } from '../db/db.ts'

/** Returns the chat account of an account, and creates it at the first time. */
export type OpenChatAccount = (db: Db, accountId: number) => Promise<{ accid: string }>
