// Starts calls of a counsellor-led group, and lets its members enter them.
import { randomInt } from 'node:crypto'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { groupCallLimits, groupCallStatuses } from '@xinqiao/contract/group-calls.ts'
import type { GroupCallOverview, GroupCallJoinReply } from '@xinqiao/contract/http/group-calls.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { issueServersFor } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { MediaFault, type MediaRooms, type MediaSeat } from '../../kit/media-rooms/media-rooms.ts'
import { hasOutdatedConsent } from '../peer-groups/peer-groups.ts'
import { closeRoom, writeCallNotice } from './end-call.ts'
import * as store from './store.ts'

const maxStartsPerHour = 30
const maxJoinsPerHour = 300
/** Limit of attempts to join. A page that finds no media server retries less often than this. */
const maxJoinsPerMinute = 30
/** Numbers of calls and people have at most 15 digits. */
const maxNumber = 2 ** 47
const silentMs = groupCallLimits.silentSeconds * 1000

export const seatOf = (
  callId: number,
  { participant, memory }: Pick<store.CallPersonRow, 'participant' | 'memory'>,
): MediaSeat => ({
  room: `${callId}`,
  participant: `${participant}`,
  memory,
})

/** @throws Failure mediaUnavailable without a media server */
export function requireMedia({ media }: Pick<Kit, 'media'>): MediaRooms {
  if (!media) throw fail('mediaUnavailable')
  return media
}

/** Ends a seat. If the media server does not respond, the job ends the seat later. */
export async function removeSeat(
  { media, log, sql }: Pick<Kit, 'media' | 'log' | 'sql'>,
  seat: MediaSeat,
): Promise<void> {
  try {
    await media?.remove(seat)
  } catch (error) {
    log.warn({ err: error }, 'a seat of a group call was not ended')
    return
  }
  await store.markSeatEnded(sql, Number(seat.participant))
}

/**
 * Mutes a muted person again with each heartbeat of the page, and after a new seat or a lost reply. The leader may
 * have changed the mute since the row was read.
 */
export async function repeatMute({ media, log, sql }: Kit, callId: number, imId: number): Promise<void> {
  const person = await store.selectPerson(sql, callId, imId)
  if (!person?.is_muted || person.leave_time !== null) return
  const mute = (isMuted: boolean) =>
    media?.mute(seatOf(callId, person), isMuted).catch((error: unknown) => {
      // a page that sends no sound yet has nothing to mute
      if (!(error instanceof MediaFault) || error.reason === 'unreachable') log.error({ err: error }, 'not muted')
    })
  await mute(true)
  const present = await store.selectPerson(sql, callId, imId)
  if (present?.participant === person.participant && !present.is_muted) await mute(false)
}

export async function getCallAccess(ctx: Ctx, teamId: number): Promise<GroupCallOverview> {
  const { sql, media, config } = ctx.kit
  const { id } = viewerOf(ctx)
  const place = await store.selectCallAccess(sql, teamId, id)
  const policy = config.TURN_URLS.length > 0 ? 'relay' : 'all'
  if (!place || !media) {
    if (!(await store.isTeamMember(sql, teamId, id))) throw fail('notFound')
    return { isOffered: false, canLead: false, title: '', policy, consentGroupId: null, call: null }
  }
  const call = await store.selectRunningCall(sql, teamId)
  const person = call && (await store.selectPerson(sql, call.id, place.im_id))
  const needsConsent = !place.is_leader && (await hasOutdatedConsent(sql, place.group_id, id))
  return {
    isOffered: true,
    canLead: place.is_leader,
    title: place.title,
    policy,
    consentGroupId: needsConsent ? place.group_id : null,
    call: call && {
      id: call.id,
      startedBy: call.starter_name,
      beginTime: call.begin_time,
      people: call.people,
      isRemoved: person?.is_removed ?? false,
    },
  }
}

/** The running call of the team, or a new one. */
export async function startCall(ctx: Ctx, teamId: number): Promise<{ id: number }> {
  const { id: accountId } = viewerOf(ctx)
  requireMedia(ctx.kit)
  await limitHits(ctx.kit.sql, `groupCall:${accountId}`, maxStartsPerHour, hourSeconds)
  return inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const place = orNotFound(await store.selectCallAccess(tx, teamId, accountId))
    if (!place.is_leader) throw fail('forbidden', '团体通话由带领者发起')
    if (place.is_muted) throw fail('forbidden', '您已被禁言，暂时不能发起通话')
    const id = randomInt(1, maxNumber)
    if (!(await store.insertCall(tx, { id, teamId, starterId: place.im_id })))
      return { id: orNotFound(await store.selectRunningCall(tx, teamId)).id }
    const call = { id, team_id: teamId, starter_id: place.im_id, starter: place.accid }
    await writeCallNotice(scope, call, { status: groupCallStatuses.begun, seconds: 0, people: 0 })
    return { id }
  })
}

/** @throws Failure notFound for a call of another group, and one that has ended */
export async function requireCallAccess(db: Db, callId: number, accountId: number) {
  const call = await store.selectCall(db, callId)
  const place = call && (await store.selectCallAccess(db, call.team_id, accountId))
  return { call: orNotFound(call), place: orNotFound(place) }
}

/** Takes a place in the call in the database, before the media server is asked. */
const registerParticipant = (ctx: Ctx, callId: number, participant: number) =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const call = await store.lockCall(tx, callId)
    if (!call || call.end_time !== null) throw fail('notFound', '通话已经结束')
    const { id: accountId } = viewerOf(ctx)
    const place = orNotFound(await store.selectCallAccess(tx, call.team_id, accountId))
    if (place.is_muted) throw fail('forbidden', '您已被禁言，暂时不能加入通话')
    // earlier texts speak of written words only
    if (!place.is_leader && (await hasOutdatedConsent(tx, place.group_id, accountId)))
      throw fail('forbidden', '知情同意书更新了，请先在小组页面阅读并同意，再加入通话')
    const person = await store.selectPerson(tx, callId, place.im_id)
    if (person?.is_removed) throw fail('forbidden', '带领者已请您离开这次通话，不能再次加入')
    const others = await store.countOtherMembers(tx, callId, place.im_id, silentMs)
    // one place stays free for a leader
    const keptPlaces = place.is_leader || others.leaders > 0 ? 0 : 1
    if (others.people + keptPlaces >= groupCallLimits.people) throw fail('callFull')
    await store.upsertPerson(tx, { callId, imId: place.im_id, participant, isLeader: place.is_leader })
    return { imId: place.im_id, before: person && seatOf(callId, person), isMuted: person?.is_muted ?? false }
  })

/**
 * Enters a call, or enters it again. The room is created when it does not exist, also after the media server lost it.
 */
export async function joinCall(ctx: Ctx, callId: number): Promise<GroupCallJoinReply> {
  const { kit } = ctx
  const media = requireMedia(kit)
  await limitHits(kit.sql, `groupJoinMinute:${viewerOf(ctx).id}`, maxJoinsPerMinute, 60)
  await limitHits(kit.sql, `groupJoin:${viewerOf(ctx).id}`, maxJoinsPerHour, hourSeconds)
  const participant = randomInt(1, maxNumber)
  const { imId, before, isMuted } = await registerParticipant(ctx, callId, participant)
  if (before) await removeSeat(kit, before)
  try {
    await media.create(`${callId}`)
    const { seat, access } = await media.join(`${callId}`, `${participant}`, isMuted)
    if (await store.updateMemory(kit.sql, participant, seat.memory)) {
      await repeatMute(kit, callId, imId)
      return { participant, access, ...issueServersFor(kit.config, imId) }
    }
    // removed, or the call has ended, while the media server was asked
    await removeSeat(kit, seat)
    const call = await store.selectCall(kit.sql, callId)
    if (call?.end_time !== null) await closeRoom(kit, callId)
  } catch (error) {
    await store.markPersonLeft(kit.sql, participant)
    if (!(error instanceof MediaFault)) throw error
    throw fail(error.reason === 'full' ? 'callFull' : 'mediaUnavailable')
  }
  throw fail('notFound', '通话已经结束')
}
