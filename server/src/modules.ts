// All parts of the server. Endpoints, jobs, order kinds, exports and chat commands derive from this list.
import { contract, type EndpointKey } from '@xinqiao/contract/http/index.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import type { AuditedCtx, Ctx, Kit, StagedHandler } from './kit/ctx.ts'
import type { Job } from './kit/jobs.ts'
import type { Module } from './kit/module.ts'
import { bridgeModule } from './bridge/module.ts'
import { sitePort } from './bridge/site-port.ts'
import { chatModule, createJobsWithSite } from './im/module.ts'
import { accountsModule } from './portal/accounts/module.ts'
import { articlesModule } from './portal/articles/module.ts'
import { bookingModule } from './portal/booking/module.ts'
import { calendarModule } from './portal/calendar/module.ts'
import { certificatesModule } from './portal/certificates/module.ts'
import { conferenceModule } from './portal/conference/module.ts'
import { counsellorsModule } from './portal/counsellors/module.ts'
import { examsModule } from './portal/exams/module.ts'
import { exportsModule } from './portal/exports/module.ts'
import { guideModule } from './portal/guide/module.ts'
import { membershipModule } from './portal/membership/module.ts'
import { messagesModule } from './portal/messages/module.ts'
import { notifyModule } from './portal/notify/module.ts'
import { paymentsModule } from './portal/payments/module.ts'
import { qaModule } from './portal/qa/module.ts'
import { securityModule } from './portal/security/module.ts'
import { submissionsModule } from './portal/submissions/module.ts'

const list = [
  accountsModule,
  articlesModule,
  bookingModule,
  bridgeModule,
  calendarModule,
  certificatesModule,
  chatModule,
  conferenceModule,
  counsellorsModule,
  examsModule,
  exportsModule,
  guideModule,
  membershipModule,
  messagesModule,
  notifyModule,
  paymentsModule,
  qaModule,
  securityModule,
  submissionsModule,
] as const

const modules: readonly Module[] = list

/** Handlers of audited endpoints get an `AuditedCtx`. */
export type EndpointHandler =
  | ((input: never, ctx: Ctx & AuditedCtx) => Promise<unknown>)
  | StagedHandler<never, unknown>
type ServedKey<M> = M extends { handlers: infer H } ? keyof H : never
type ServedEndpoint = ServedKey<(typeof list)[number]>

/** An endpoint of the contract without a handler is a type error. */
const handlers: Record<EndpointKey, EndpointHandler> = Object.assign(
  {},
  ...modules.map((module) => module.handlers ?? {}),
) as Record<ServedEndpoint, EndpointHandler>

export type Endpoint = {
  key: EndpointKey
  method: string
  path: string
  definition: EndpointDefinition
  handle: EndpointHandler
}

export const endpoints: readonly Endpoint[] = (Object.entries(contract) as [EndpointKey, EndpointDefinition][]).map(
  ([key, definition]) => {
    const [method = '', path = ''] = key.split(' ')
    return { key, method, path, definition, handle: handlers[key] }
  },
)

const byKey = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.key, endpoint]))

/** @throws RangeError for a key that is not in the contract */
export function requireEndpoint(key: string): Endpoint {
  const endpoint = byKey.get(key)
  if (!endpoint) throw new RangeError(`${key} is not served`)
  return endpoint
}

/** `--services` chooses the nodes that run jobs; kit/jobs.ts runs each job on one node at a time. */
export const jobs: readonly Job[] = [...modules.flatMap((module) => module.jobs ?? []), ...createJobsWithSite(sitePort)]

export const orderKinds: Kit['orderKinds'] = Object.assign({}, ...modules.map((module) => module.orderKinds ?? {}))

/** The functions of the chat that the site calls. */
export { chatPort } from './bridge/chat-port.ts'

export const exportKinds = Object.assign({}, ...modules.map((module) => module.exportKinds ?? {})) as Kit['exportKinds']

/** Chat commands, with the functions of the site that they call. */
export const createChatHandlers = (kit: Kit) => chatModule.commands(kit, sitePort)

export const { readers: createChangeReaders, readsRefusedTexts, answerWriter: createAnswerWriter } = chatModule
