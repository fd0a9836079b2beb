// What a call gets besides its input: the house's services, and who asks from where.
import type { FastifyBaseLogger } from 'fastify'
import type { Restriction } from '@xinqiao/contract/factors.ts'
import type { AuditAction, AuditSubject } from '@xinqiao/contract/care.ts'
import type { ExportKindName } from '@xinqiao/contract/exports.ts'
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { Role, RoleId } from '@xinqiao/contract/roles.ts'
import type { Antivirus } from './antivirus.ts'
import type { Bus } from './bus/bus.ts'
import type { Bodies } from './bodies.ts'
import type { Config } from './config.ts'
import type { Sql, Tx } from './db.ts'
import type { Files } from './files/files.ts'
import type { Mail } from './mail/mail.ts'
import type { ExportList } from './export-list.ts'
import type { OrderSubject, Quote, SettledOrder } from './order-subject.ts'
import type { Pay } from './pay/pay.ts'
import type { Secrets } from './secrets.ts'
import type { Sms } from './sms/sms.ts'
import type { UploadedFile } from './uploads.ts'
import type { z } from 'zod'
import type { Rows } from '@xinqiao/contract/http/row.ts'

export type Kit = {
  config: Config
  sql: Sql
  secrets: Secrets
  bodies: Bodies
  bus: Bus
  files: Files
  antivirus: Antivirus
  sms: Sms
  pay: Pay
  /** What can be paid for, by the features that charge money. */
  orderKinds: OrderKinds
  exportKinds: ExportKinds
  /** Null without a mail server. */
  mail: Mail | null
  log: FastifyBaseLogger
  /** Six digits of an SMS code; injected, so that tests can know them. */
  makeCode: () => string
  /** Called after a commit that changes public pages: this node need not wait for its next look. */
  contentChanged: () => void
  /** Called after a commit that queued an SMS. */
  smsQueued: () => void
}

// Kinds receive the Kit and the Kit lists the kinds, so these types share a file.

/** The transaction of what happens to an order; `after` runs once it is durable. */
export type OrderWork = { kit: Kit; tx: Tx; after: (event: () => void) => void }

export type OrderKind = {
  /** Dues get a receipt of dues, everything else an invoice (民发〔2014〕166号). */
  receipt: 'dues' | 'invoice'
  /** How long an order stays open, if its quote does not say. A code on the screen lives at most two hours of that. */
  payWithinMinutes: number
  /**
   * What this account is to pay now.
   * @param given what the caller named, such as a registration's id; must be checked to be the caller's own
   * @throws Failure notFound, wrongState, nothingToPay, … when there is nothing that it may pay
   */
  quote: (kit: Kit, accountId: number, given: string) => Promise<Quote>
  /** What the caller named, from the subject that `quote` made of it. */
  givenOf: (subject: OrderSubject) => string
  /**
   * In the transaction in which the order becomes paid, once: what is written here is there if and only if the money is
   * in the books. May not call outside services. That it was paid is told to the payer by the core.
   * @throws Failure when there is nothing to give for it any more: the order is then closed, and the money goes back by
   * itself. Any other error undoes all of it, and the payment is brought again.
   */
  paid: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** The same, when all of it has gone back. */
  refunded: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** In the transaction in which a refund that had been asked for is refused: what was paid for stands. */
  refundRefused?: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** As `paid`, when the order ended unpaid; what was held for it can be let go. */
  closed?: (work: OrderWork, order: SettledOrder) => Promise<void>
  /** The same, instead of `closed`, when its payer has called the order off. */
  calledOff?: (work: OrderWork, order: SettledOrder) => Promise<void>
}

export type OrderKinds = Partial<Record<OrderKindName, OrderKind>>

export type ExportKind = {
  who: readonly Role[]
  /** Who may have it with nothing masked. */
  fullFor: readonly Role[]
  action: AuditAction
  /** What the audit log says that it was: `members`, `meeting 5`. */
  subjectOf: (query: Record<string, string>) => AuditSubject
  /** @throws Failure invalid, when the filters are not right */
  open: (kit: Kit, query: Record<string, string>, isFull: boolean) => ExportList<{ id: number }>
}
export type ExportKinds = Record<ExportKindName, ExportKind>

/** Whom the session names. Nothing else ever does. */
export type Viewer = {
  id: number
  roleId: RoleId
  username: string
  sessionId: number
  /** What must be done before anything else opens. */
  restriction: Restriction | null
  /** The person confirmed who they are within the last minutes (step-up). */
  isConfirmed: boolean
}

export type Cookie = { name: string; value: string; httpOnly: boolean; maxAgeSeconds: number }

export type Ctx = {
  kit: Kit
  viewer: Viewer | null
  /** A signed-in person with a restriction; `viewer` is then null, except in rows that open meanwhile. */
  restricted: Viewer | null
  ip: string
  /** As the browser names itself, cut to a length that fits a column. */
  userAgent: string
  requestId: string
  /** The session token as given, by header or cookie. */
  token: string | null
  cookies: Record<string, string | undefined>
  /** Cookies to set with the reply; a max age of 0 removes. */
  setCookies: Cookie[]
  file: UploadedFile | null
}

/** A signed-in caller: what every row that is not for `anyone` may rely on. */
export const viewerOf = (ctx: Ctx): Viewer => {
  if (!ctx.viewer) throw new TypeError('this call is for signed-in users, and its row must say so')
  return ctx.viewer
}

/** One handler a row, with the row's own types: a missing one or a wrong result does not compile. */
export type Handlers<R extends Rows> = {
  [K in keyof R]: (input: z.output<R[K]['input']>, ctx: Ctx) => Promise<z.input<R[K]['output']>>
}
