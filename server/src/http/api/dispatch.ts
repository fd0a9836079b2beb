// Passes a raw input to its handler after checking role, ownership and input. Used by HTTP and page loaders.
import { z } from 'zod'
import { fail, type FieldErrors } from '@xinqiao/contract/errors.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import { listTextsAt } from '@xinqiao/contract/texts.ts'
import type { PortalApi } from '@xinqiao/contract/http/index.ts'
import { isAllowed, roleNameOf } from '@xinqiao/contract/roles.ts'
import { detectCrisisInTexts } from '../../bridge/crisis/crisis.ts'
import { callWithParsed } from '../../kit/call-with-parsed.ts'
import type { AuditedCtx, Ctx } from '../../kit/ctx.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import { hasUnstorableText } from '../../kit/text/storable.ts'
import { performAudited, shortSummaryOf } from './audit.ts'
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
async function checkOwnIds({ key, definition }: Endpoint, raw: Record<string, unknown>, ctx: Ctx): Promise<void> {
  for (const name of definition.own ?? []) {
    const ownId = raw[name]
    if (ownId === undefined || ownId === null || ownId === '') continue
    if (ctx.viewer && `${ownId as string | number}` === `${ctx.viewer.id}`) continue
    await recordSecurityEvent(ctx, 'foreignId', ctx.viewer?.id ?? null, { call: key, field: name })
    throw fail('notYours')
  }
}

const restrictionFailures = { changePassword: 'passwordChangeNeeded', addFactor: 'factorEnrolmentNeeded' } as const

/** A restricted session may call public endpoints and those marked `whileRestricted`. */
function applyRestriction(definition: EndpointDefinition, ctx: Ctx): void {
  const { restricted } = ctx
  if (!restricted?.restriction || definition.who === 'anyone') return
  if (!definition.whileRestricted) throw fail(restrictionFailures[restricted.restriction])
  ctx.viewer = restricted
}

/** @throws Failure notSignedIn, sessionExpired, forbidden, passwordChangeNeeded, factorEnrolmentNeeded */
export function checkAllowed(definition: EndpointDefinition, ctx: Ctx): void {
  applyRestriction(definition, ctx)
  if (isAllowed(definition.who, ctx.viewer ? roleNameOf(ctx.viewer.roleId) : null)) return
  throw ctx.viewer ? fail('forbidden') : fail(ctx.token ? 'sessionExpired' : 'notSignedIn')
}

/** @throws Failure stepUpNeeded for a sensitive request without a recent confirmation */
function checkStepUp({ stepUp }: EndpointDefinition, input: unknown, { viewer }: Ctx): void {
  const isNeeded = stepUp === true || (stepUp !== undefined && callWithParsed(stepUp, input))
  if (isNeeded && !viewer?.isConfirmed) throw fail('stepUpNeeded')
}

/**
 * Looks for signs of danger in the caller's texts, before the input is checked: a text that is refused as too long may
 * still be a call for help.
 */
async function detectCrisisInInput({ definition }: Endpoint, raw: Record<string, unknown>, ctx: Ctx): Promise<void> {
  if (!definition.texts || definition.readsTexts) return
  const lectureId = definition.isInLecture ? Number(raw['id']) : null
  await detectCrisisInTexts(ctx, shortSummaryOf(definition.summary), listTextsAt(raw, definition.texts), lectureId)
}

/**
 * Authorises the request, looks for signs of danger in its texts, and parses it.
 * @returns the parsed input
 */
export async function authoriseAndParse(
  endpoint: Endpoint,
  rawInput: Record<string, unknown>,
  ctx: Ctx,
): Promise<unknown> {
  const { t: _timestamp, ...raw } = rawInput // portal.md 7: clients add a timestamp, which is ignored
  checkAllowed(endpoint.definition, ctx)
  await checkOwnIds(endpoint, raw, ctx)
  await detectCrisisInInput(endpoint, raw, ctx)
  const input = parseInput(endpoint.definition.input, raw)
  checkStepUp(endpoint.definition, input, ctx)
  return input
}

export function performHandler(endpoint: Endpoint, input: unknown, ctx: Ctx): Promise<unknown> {
  const { handle, definition } = endpoint
  if (definition.audit) return performAudited(endpoint, definition.audit, input, ctx)
  if (typeof handle !== 'function') throw new TypeError(`${endpoint.key} prepares, and its definition has no audit`)
  // without `audit`, the handler is one for a plain context
  return callWithParsed(handle, input, ctx as Ctx & AuditedCtx)
}

/** Removes output fields that are not in the contract. */
export const stripUnknownFields = (endpoint: Endpoint, output: unknown): unknown =>
  endpoint.definition.output.parse(output)

const dispatch = async (endpoint: Endpoint, rawInput: Record<string, unknown>, ctx: Ctx): Promise<unknown> =>
  stripUnknownFields(endpoint, await performHandler(endpoint, await authoriseAndParse(endpoint, rawInput, ctx), ctx))

/** Typed client for page loaders: the same endpoints and checks, without HTTP. */
export const createLocalApi = (ctx: Ctx): PortalApi =>
  ((key: string, input: Record<string, unknown>) => dispatch(requireEndpoint(key), input, ctx)) as PortalApi
