// Handlers of the endpoints of calls between counsellors and clients.
import type { calls } from '@xinqiao/contract/http/calls.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { ensureAccount, findCall, findPauseOfCaller, issueIceServers, recordCallReport } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { openIntake } from '../../portal/booking/booking.ts'
import { findBookingOfCall, selectOpenIntakes } from './booking-store.ts'

/**
 * Requests for relay credentials per account and hour. A page whose connection fails requests new ones for each try.
 */
const maxIcePerHour = 300
const maxReportsPerHour = 500
/** A page reads the pause each few seconds while it shows one. */
const maxPausesPerHour = 1_500

export const callHandlers: Handlers<typeof calls> = {
  'GET /call/policy': async (_input, { kit }) => ({ policy: kit.config.TURN_URLS.length > 0 ? 'relay' : 'all' }),
  async 'POST /call/pause'({ accid }, ctx) {
    const { id } = viewerOf(ctx)
    await limitHits(ctx.kit.sql, `call-pause:${id}`, maxPausesPerHour, hourSeconds)
    const { id: imId } = await ensureAccount(ctx.kit.sql, id)
    return { message: await findPauseOfCaller(ctx.kit.sql, { imId, accid }, findBookingOfCall) }
  },
  async 'GET /call/contact'({ accid }, ctx) {
    const { sql, secrets } = ctx.kit
    const bookings = await selectOpenIntakes(sql, viewerOf(ctx).id, accid)
    for (const booking of bookings) {
      const { guardian, contact } = openIntake(secrets, booking)
      if (guardian || contact) return { bookingId: booking.id, isGuardian: guardian !== '' }
    }
    return null
  },
  async 'POST /call/booking'({ channelId }, ctx) {
    const { id } = viewerOf(ctx)
    await limitHits(ctx.kit.sql, `call-booking:${id}`, maxReportsPerHour, hourSeconds)
    const { id: imId } = await ensureAccount(ctx.kit.sql, id)
    return findCall(ctx.kit.sql, imId, channelId)
  },
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
    return { talkMs: await recordCallReport(ctx.kit.sql, imId, report) }
  },
}
