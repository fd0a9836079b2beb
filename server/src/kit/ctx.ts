// What a call gets besides its input: the house's services, and who asks from where.
import type { FastifyBaseLogger } from 'fastify'
import type { Restriction } from '@xinqiao/contract/factors.ts'
import type { RoleId } from '@xinqiao/contract/roles.ts'
import type { Antivirus } from './antivirus.ts'
import type { Bus } from './bus/bus.ts'
import type { Bodies } from './bodies.ts'
import type { Config } from './config.ts'
import type { Sql } from './db.ts'
import type { Files } from './files/files.ts'
import type { Mail } from './mail/mail.ts'
import type { ExportKinds } from './export-kinds.ts'
import type { OrderKinds } from './order-kinds.ts'
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
