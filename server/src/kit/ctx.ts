// The context of a handler: the services of the server, and the caller.
import type { FastifyBaseLogger } from 'fastify'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { AccountRestriction } from '@xinqiao/contract/factors.ts'
import type { ExportKindName } from '@xinqiao/contract/exports.ts'
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { RoleId } from '@xinqiao/contract/roles.ts'
import type { Antivirus } from './files/antivirus.ts'
import type { Bus } from './bus/bus.ts'
import type { BodyCipher } from './chat/bodies.ts'
import type { ChatPort } from './chat/chat-port.ts'
import type { Config } from './config.ts'
import { type AfterCommit, transaction, type Sql, type Tx } from './db/db.ts'
import type { ExportKindOf } from './exports/export-kind.ts'
import type { FileStorage } from './files/files.ts'
import type { MediaRooms } from './media-rooms/media-rooms.ts'
import type { AskModel } from './model/model-client.ts'
import type { MailSender } from './mail/mail.ts'
import type { OrderKindOf } from './pay/order-kind.ts'
import type { PayServices } from './pay/pay.ts'
import type { PushSender } from './push/push.ts'
import type { Secrets } from './auth/secrets.ts'
import type { SmsSender } from './sms/sms.ts'
import type { UploadedFile } from './files/uploads.ts'
import type { z } from 'zod'
import type { AuditedDefinition, EndpointDefinitions } from '@xinqiao/contract/http/endpoint.ts'

export type Kit = {
  config: Config
  sql: Sql
  secrets: Secrets
  bodies: BodyCipher
  bus: Bus
  files: FileStorage
  antivirus: Antivirus
  sms: SmsSender
  pay: PayServices
  orderKinds: Partial<Record<OrderKindName, OrderKindOf<Kit, TransactionScope>>>
  /** Functions of the chat that the site calls: accounts, aliases, crisis alerts. */
  chat: ChatPort
  exportKinds: Record<ExportKindName, ExportKindOf<Kit>>
  /** Sends mail; null without a mail server. */
  mail: MailSender | null
  push: PushSender
  /** Asks the operator's language model. */
  askModel: AskModel
  /** Rooms for group calls; null without a media server. */
  media: MediaRooms | null
  log: FastifyBaseLogger
  /** Generates the six digits of an SMS code; injected, so that tests know them. */
  createSmsCode: () => string
  /** Call it after a commit that changes public pages: this node then drops its cached pages at once. */
  contentChanged: () => void
  /** Call it after a commit that queued an SMS. */
  smsQueued: () => void
}

/**
 * Services for code inside a transaction. Their type has no pool, so that the code cannot ask for a second
 * connection.
 */
export type KitInTransaction = Omit<Kit, 'sql'>

/** An open transaction and the services. Events passed to `afterCommit` run once the commit is durable. */
export type TransactionScope = { kit: KitInTransaction; tx: Tx; afterCommit: AfterCommit }

/** Runs `work` in a transaction, and passes it the services that it may use there. */
export const inTransaction = <T>(kit: Kit, work: (scope: TransactionScope) => Promise<T>): Promise<T> =>
  transaction(kit.sql, (tx, afterCommit) => work({ kit, tx, afterCommit }))

/** The signed-in account of a request. */
export type Viewer = {
  id: number
  roleId: RoleId
  username: string
  signInSessionId: number
  /** The step that the account must take before it may use other endpoints. */
  restriction: AccountRestriction | null
  /** True when the person has confirmed their identity within the last minutes (step-up). */
  isConfirmed: boolean
}

export type Cookie = { name: string; value: string; httpOnly: boolean; maxAgeSeconds: number }

export type Ctx = {
  kit: Kit
  viewer: Viewer | null
  /**
   * A signed-in person with a restriction. `viewer` is then null, except in requests allowed `whileRestricted`.
   */
  restricted: Viewer | null
  ip: string
  /** User agent, shortened to the length of its column. */
  userAgent: string
  requestId: string
  /** The token of the sign-in session, from header or cookie. */
  token: string | null
  cookies: Record<string, string | undefined>
  /** Cookies to set in the reply; a max age of 0 removes one. */
  setCookies: Cookie[]
  file: UploadedFile | null
  /** Level of a text of this request that sounds like danger: the reply carries it, and its writer is shown help. */
  crisisLevel: CrisisLevel | null
}

/** The caller's context for code inside a transaction. */
export type CtxInTransaction = Omit<Ctx, 'kit'> & { kit: KitInTransaction }

/** The context of an audited handler, with the dispatcher's transaction instead of the pool. */
export type AuditedCtx = Omit<Ctx, 'kit' | 'viewer'> & TransactionScope & { viewer: Viewer }

/** The signed-in caller. Only endpoints for `anyone` may have no caller. */
export const viewerOf = (ctx: Pick<Ctx, 'viewer'>): Viewer => {
  if (!ctx.viewer) throw new TypeError('this call is for signed-in users, and its row must say so')
  return ctx.viewer
}

/** Id of the signed-in caller; 0 for a visitor. */
export const viewerIdOf = ({ viewer }: Pick<Ctx, 'viewer'>): number => viewer?.id ?? 0

/** Handler of an audited endpoint, which runs in the dispatcher's transaction. */
export type AuditedHandler<I, O> = ((input: I, ctx: AuditedCtx) => Promise<O>) | StagedHandler<I, O>

/** A handler that works before or after the transaction, for example reads a file or asks a provider. */
export type StagedHandler<I, O> = {
  prepare: (input: I, ctx: Ctx) => Promise<unknown>
  perform: (input: I, ctx: AuditedCtx, prepared: unknown) => Promise<O>
  /** Runs once the transaction is durable. */
  finish: (input: I, ctx: Ctx) => Promise<void>
}
type HandlerStages<I, O, P> = {
  prepare?: (input: I, ctx: Ctx) => Promise<P>
  perform: (input: I, ctx: AuditedCtx, prepared: P) => Promise<O>
  finish?: (input: I, ctx: Ctx) => Promise<void>
}
type StagesWithoutPerform<I, O> = Omit<HandlerStages<I, O, O>, 'perform'> &
  Required<Pick<HandlerStages<I, O, O>, 'prepare'>>

/**
 * Defines a staged handler. Without `perform`, the prepared value is the reply, and the transaction writes only the
 * audit entry.
 */
export function inStages<I, O>(stages: StagesWithoutPerform<I, O>): StagedHandler<I, O>
export function inStages<I, O, P>(stages: HandlerStages<I, O, P>): StagedHandler<I, O>
export function inStages<I, O>({ prepare, perform, finish }: Partial<HandlerStages<I, O, O>>): StagedHandler<I, O> {
  return {
    prepare: prepare ?? (() => Promise.resolve()),
    perform: (input, ctx, prepared) => perform?.(input, ctx, prepared as O) ?? Promise.resolve(prepared as O),
    finish: finish ?? (() => Promise.resolve()),
  }
}

/** One handler per endpoint. A missing handler or a wrong result is a type error. */
export type Handlers<R extends EndpointDefinitions> = {
  [K in keyof R]: R[K] extends AuditedDefinition
    ? AuditedHandler<z.output<R[K]['input']>, z.input<R[K]['output']>>
    : (input: z.output<R[K]['input']>, ctx: Ctx) => Promise<z.input<R[K]['output']>>
}
