// Audited endpoints: runs the handler in a transaction and writes the entries that the contract definition declares.
import type { AuditDescriber, AuditEntryDraft } from '@xinqiao/contract/audit.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import { callWithParsed } from '../../kit/call-with-parsed.ts'
import { viewerOf, type AuditedCtx, type Ctx } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'
import type { Endpoint } from '../../modules.ts'

/** The summary of the endpoint up to the first “；”, which separates additions. */
export const shortSummaryOf = (summary: string): string => summary.split('；')[0]!

/** The detail of an entry. One without an action of its own names the endpoint. */
const auditDetailOf = ({ key, definition }: Endpoint, { action, detail }: AuditEntryDraft) =>
  action === 'staffCall' ? { call: key, title: shortSummaryOf(definition.summary) } : (detail ?? {})

/** Calls the handler. The type of its context hides the pool, which `kit` still has at runtime. */
async function callHandler(endpoint: Endpoint, input: unknown, prepared: unknown, ctx: AuditedCtx): Promise<unknown> {
  const { handle } = endpoint
  return typeof handle === 'function'
    ? callWithParsed(handle, input, ctx as Ctx & AuditedCtx)
    : callWithParsed(handle.perform, input, ctx, prepared)
}

/** Handler and entries share a transaction: a failed request has no entry, and a failed entry undoes the request. */
export async function performAudited(
  endpoint: Endpoint,
  audit: AuditDescriber<never, never>,
  input: unknown,
  ctx: Ctx,
): Promise<unknown> {
  const { handle } = endpoint
  const viewer = viewerOf(ctx)
  const preparation = typeof handle === 'function' ? null : await callWithParsed(handle.prepare, input, ctx)
  const result = await transaction(ctx.kit.sql, async (tx, afterCommit) => {
    const output = await callHandler(endpoint, input, preparation, { ...ctx, viewer, tx, afterCommit })
    for (const record of [callWithParsed(audit, input, output as never)].flat())
      await recordAudit(tx, {
        reason: '',
        ...record,
        actorId: viewer.id,
        detail: auditDetailOf(endpoint, record),
      })
    return output
  })
  if (typeof handle !== 'function') await callWithParsed(handle.finish, input, ctx)
  return result
}
