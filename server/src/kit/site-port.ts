// The site as the chat uses it. The two halves do not import each other, so `modules.ts` fills this port in.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { AnswerSource } from '@xinqiao/contract/im/robots/robot-answers.ts'
import type { Kit, TransactionScope } from './ctx.ts'
import type { Db, Tx } from './db/db.ts'

/** A message to a team that sounds like danger, by its writer and time in milliseconds. */
export type TeamSignal = { teamId: number; imId: number; level: CrisisLevel; time: number; isSent: boolean }

/** Chat accounts of a counsellor and a client. */
export type CallSides = { callerId: number; calleeId: number }

/** A call that rings. */
export type SiteRing = CallSides & { channelId: number }

/** An answer of the guide of the site. */
export type SiteAnswer = {
  text: string
  sources: readonly AnswerSource[]
  /** Pages that the answer names, and questions that it suggests. */
  links: readonly { label: string; url?: string; question?: string }[]
}

/** An event of a team about which the site notifies people: its end, a removal, an application, or its outcome. */
export type TeamEvent = {
  kind: 'removed' | 'applied' | 'accepted' | 'refused' | 'dismissed'
  teamId: number
  /** Accounts that are notified: the person, all others of an ended team, or who can answer an application. */
  imIds: readonly number[]
  /** The applicant, whose repeated applications of one day are notified once. */
  applicantId?: number
}

/** A friend application, or its acceptance, about which the other side is notified. */
export type FriendEvent = { kind: 'applied' | 'accepted'; imId: number; fromId: number; fromAccid: string }

export type SitePort = {
  /** The online consultation of these chat accounts whose waiting room is open. `lastTime`: when its call ends. */
  findBookingOfCall: (db: Db, sides: CallSides) => Promise<{ id: number; lastTime: number } | null>
  /** Notifies a client who is not connected to the chat that a counsellor calls. */
  notifyRing: (scope: TransactionScope, ring: SiteRing) => Promise<void>
  /** Marks the notice of a call as read, because the called account has answered or refused it. */
  markRingSeen: (tx: Tx, ring: Pick<SiteRing, 'calleeId' | 'channelId'>) => Promise<void>
  /**
   * Answers from the published pages of the site.
   * @param question empty for a greeting
   * @param checkText null for a text that sounds like danger or has a refused word
   */
  answerQuestion: (kit: Kit, question: string, checkText: (text: string) => string | null) => Promise<SiteAnswer>
  /**
   * Why this account may not enter the room of a lecture; null when it may, and for other rooms.
   * @param visit.imId 0 for an anonymous visitor
   */
  findRoomRefusal: (db: Db, visit: { roomId: number; imId: number }) => Promise<string | null>
  /** Lowers the raised hand of an account that was blocked in the room of a lecture; other rooms have none. */
  lowerHandOfRemovedVisitor: (tx: Tx, visit: { roomId: number; imId: number }) => Promise<void>
  /** Notifies users of the site, beside the chat. Accounts of other apps get nothing. */
  notifyTeamEvent: (scope: TransactionScope, event: TeamEvent) => Promise<void>
  /** Notifies a user of the site, beside the chat. */
  notifyFriendEvent: (scope: TransactionScope, event: FriendEvent) => Promise<void>
  /** Notifies the leaders, where the team belongs to a peer group and the writer is a member. */
  notifyLeaders: (scope: TransactionScope, signal: TeamSignal) => Promise<void>
}
