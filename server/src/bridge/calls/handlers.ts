// Endpoints of calls between counsellors and clients.
import type { calls } from '@xinqiao/contract/http/calls.ts'
import { ensureAccount, issueIceServers, reportCall } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { hourSeconds } from '../../kit/time.ts'

/** A line that fails again and again asks each time. */
const maxIcePerHour = 300
const maxReportsPerHour = 500

export const callHandlers: Handlers<typeof calls> = {
  async 'POST /call/ice'({ channelId }, ctx) {
    const { id } = viewerOf(ctx)
    await limitHits(ctx.kit.sql, `ice:${id}`, maxIcePerHour, hourSeconds)
    const { id: imId } = await ensureAccount(ctx.kit.sql, id)
    return issueIceServers(ctx.kit, { imId, channelId })
  },
  async 'POST /call/report'(report, ctx) {
    const { id } = viewerOf(ctx)
    await limitHits(ctx.kit.sql, `call-report:${id}`, maxReportsPerHour, hourSeconds)
    const { id: imId } = await ensureAccount(ctx.kit.sql, id)
    await reportCall(ctx.kit.sql, imId, report)
    return null
  },
}
