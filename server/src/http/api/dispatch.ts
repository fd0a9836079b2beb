// Passes a raw input to its handler after checking role, ownership and input. Used by HTTP and page loaders.
import { z } from 'zod'
import { fail, type FieldErrors } from '@xinqiao/contract/errors.ts'
import type { EndpointRow } from '@xinqiao/contract/http/row.ts'
import { listTextsAt } from '@xinqiao/contract/texts.ts'
import type { PortalApi } from '@xinqiao/contract/http/index.ts'
import { isAllowed, roleNameOf } from '@xinqiao/contract/roles.ts'
import { readTexts } from '../../bridge/crisis/read-texts.ts'
import type { Ctx } from '../../kit/ctx.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import { hasUnstorableText } from '../../kit/text/storable.ts'
import { performAudited } from './audit.ts'
import { requireEndpoint, type Endpoint } from '../../modules.ts'

z.config(z.locales.zhCN())

function parseInput(schema: z.ZodType, raw: Record<string, unknown>): unknown {
  if (hasUnstorableText(raw)) throw fail('invalid', '内容中含有无效字符，例如不完整的表情，请修改后重试')
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  throw fail('invalid', parsed.error.issues[0]?.message, { fields })
}

/** An id that names the caller must be the caller's. */
async function checkOwnIds({ key, row }: Endpoint, raw: Record<string, unknown>, ctx: Ctx): Promise<void> {
  for (const name of row.own ?? []) {
    const ownId = raw[name]
    if (ownId === undefined || ownId === null || ownId === '') continue
    if (ctx.viewer && `${ownId as string | number}` === `${ctx.viewer.id}`) continue
    await recordSecurityEvent(ctx, 'foreignId', ctx.viewer?.id ?? null, { call: key, field: name })
    throw fail('notYours')
  }
}

const restrictionFailures = { changePassword: 'passwordChangeNeeded', addFactor: 'factorEnrolmentNeeded' } as const

/** A restricted session may call public endpoints and those marked `whileRestricted`. */
function checkRestriction(row: EndpointRow, ctx: Ctx): void {
  const { restricted } = ctx
  if (!restricted?.restriction || row.who === 'anyone') return
  if (!row.whileRestricted) throw fail(restrictionFailures[restricted.restriction])
  ctx.viewer = restricted
}

/** @throws Failure notSignedIn, sessionExpired, forbidden, passwordChangeNeeded, factorEnrolmentNeeded */
export function checkAllowed(row: EndpointRow, ctx: Ctx): void {
  checkRestriction(row, ctx)
  if (isAllowed(row.who, ctx.viewer ? roleNameOf(ctx.viewer.roleId) : null)) return
  throw ctx.viewer ? fail('forbidden') : fail(ctx.token ? 'sessionExpired' : 'notSignedIn')
}

/** @throws Failure stepUpNeeded for a sensitive call without a recent confirmation */
function checkStepUp({ stepUp }: EndpointRow, input: unknown, { viewer }: Ctx): void {
  const isNeeded = stepUp === true || (stepUp !== undefined && stepUp(input as never))
  if (isNeeded && !viewer?.isConfirmed) throw fail('stepUpNeeded')
}

/** Looks for signs of danger in the caller's texts. This happens before the input is checked, because a text that is too long was written as well. */
async function detectCrisisInInput({ row }: Endpoint, raw: Record<string, unknown>, ctx: Ctx): Promise<void> {
  if (row.texts && !row.readsTexts) await readTexts(ctx, row.summary, listTextsAt(raw, row.texts))
}

/** Authorises the call, looks for signs of danger in its texts, and parses it. @returns the parsed input */
export async function prepareInput(endpoint: Endpoint, rawInput: Record<string, unknown>, ctx: Ctx): Promise<unknown> {
  const { t: _timestamp, ...raw } = rawInput // portal.md 7: clients add a timestamp, which is ignored
  checkAllowed(endpoint.row, ctx)
  await checkOwnIds(endpoint, raw, ctx)
  await detectCrisisInInput(endpoint, raw, ctx)
  const input = parseInput(endpoint.row.input, raw)
  checkStepUp(endpoint.row, input, ctx)
  return input
}

export function performHandler(endpoint: Endpoint, input: unknown, ctx: Ctx): Promise<unknown> {
  const { handle, row } = endpoint
  if (row.audit) return performAudited(endpoint, row.audit, input, ctx)
  if (typeof handle !== 'function') throw new TypeError(`${endpoint.key} prepares, and its row has no audit`)
  return handle(input as never, ctx as never)
}

/** Removes output fields that are not in the contract. */
export const stripUnknownFields = (endpoint: Endpoint, output: unknown): unknown => endpoint.row.output.parse(output)

const dispatch = async (endpoint: Endpoint, rawInput: Record<string, unknown>, ctx: Ctx): Promise<unknown> =>
  stripUnknownFields(endpoint, await performHandler(endpoint, await prepareInput(endpoint, rawInput, ctx), ctx))

/** Typed client for page loaders: the same endpoints and checks, without HTTP. */
export const createLocalApi = (ctx: Ctx): PortalApi =>
  ((key: string, input: Record<string, unknown>) => dispatch(requireEndpoint(key), input, ctx)) as PortalApi
