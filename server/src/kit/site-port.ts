// The site as the chat uses it. The two halves do not import each other, so `modules.ts` fills this port in.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Db } from './db/db.ts'
import type { TransactionScope } from './ctx.ts'

/** A message to a team that sounds like danger, by its writer and time in milliseconds. */
export type TeamSignal = { teamId: number; imId: number; level: CrisisLevel; time: number; isSent: boolean }

/** Chat accounts of a counsellor and a client. */
export type CallSides = { callerId: number; calleeId: number }

export type SitePort = {
  /** The online consultation of these chat accounts whose waiting room is open. `lastTime`: when its call ends. */
  findBookingOfCall: (db: Db, sides: CallSides) => Promise<{ id: number; lastTime: number } | null>
  /** Notifies the leaders, where the team belongs to a peer group and the writer is a member. */
  notifyLeaders: (scope: TransactionScope, signal: TeamSignal) => Promise<void>
}
