// The chat as the site uses it. The two halves do not import each other, so `modules.ts` fills this port in.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { BookingCall } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import type { Db, Tx } from '../db/db.ts'

export type SiteTextAlert = {
  accountId: number
  /** The question or booking that the words belong to; a report belongs to neither. */
  questionId?: number | undefined
  bookingId?: number | undefined
  level: CrisisLevel
  isLetter?: boolean
  isAnonymous?: boolean
  /** The words, where the question itself does not show them. */
  sealText?: ((textId: number) => Buffer) | undefined
}

export type ChatPort = {
  /** Opens a crisis alert about the writer, or adds to the open one. */
  raiseAlert: (tx: Tx, alert: SiteTextAlert) => Promise<void>
  /** The chat account of an account, which is created at the first time. */
  openAccount: (db: Db, accountId: number) => Promise<{ accid: string }>
  /** Ended calls of these bookings, the earliest first. */
  selectBookingCalls: (db: Db, bookingIds: readonly number[]) => Promise<Map<number, BookingCall[]>>
  /** True while a call rings at this account. */
  isRinging: (db: Db, accountId: number) => Promise<boolean>
  /** True while this account and another one are in a call. */
  isInCall: (db: Db, accountId: number) => Promise<boolean>
  /** Chat aliases by account, which are created at the first time. Staff have none. */
  openAliases: (db: Db, accountIds: readonly number[]) => Promise<Map<number, string>>
}
