// The seat of one page in a group call: it negotiates with the media server, reports, and leaves.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { groupCallLimits } from '@xinqiao/contract/group-calls.ts'
import type { IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import type {
  GroupCallReport,
  GroupCallState,
  GroupMediaReply,
  GroupMediaRequest,
} from '@xinqiao/contract/http/group-calls.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { issueServersFor } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { viewerOf, type Ctx, type Kit } from '../../kit/ctx.ts'
import { MediaFault, type MediaRequest } from '../../kit/media-rooms/media-rooms.ts'
import { removeSeat, repeatMute, requireMedia, requireCallAccess, seatOf } from './join-call.ts'
import * as store from './store.ts'

const maxRequestsPerHour = 2_000
const maxSeconds = groupCallLimits.maxHours * 3600

type SeatRef = { id: number; participant: number }

/** @throws Failure notFound for others than members of the group who have entered the call */
async function requirePerson(ctx: Ctx, callId: number) {
  const { sql } = ctx.kit
  const { call, place } = await requireCallAccess(sql, callId, viewerOf(ctx).id)
  return { call, place, person: orNotFound(await store.selectPerson(sql, callId, place.im_id)) }
}
type EnteredCall = Awaited<ReturnType<typeof requirePerson>>

function stateOf({ call, person }: EnteredCall, participant: number): GroupCallState['state'] {
  if (person.is_removed) return 'removed'
  if (call.end_time !== null) return 'over'
  if (person.participant !== participant) return 'elsewhere'
  return person.leave_time === null ? 'seated' : 'lost'
}

const toMediaRequest = (request: GroupMediaRequest): MediaRequest =>
  request.kind === 'subscribe' ? { ...request, add: request.add.map(String), drop: request.drop.map(String) } : request

export async function negotiate(
  ctx: Ctx,
  { id: callId, participant, request }: SeatRef & { request: GroupMediaRequest },
): Promise<GroupMediaReply> {
  const { kit } = ctx
  const media = requireMedia(kit)
  await limitHits(kit.sql, `groupMedia:${viewerOf(ctx).id}`, maxRequestsPerHour, hourSeconds)
  const entered = await requirePerson(ctx, callId)
  if (stateOf(entered, participant) !== 'seated') throw fail('wrongState')
  try {
    const reply = await media.negotiate(seatOf(callId, entered.person), toMediaRequest(request))
    if (request.kind === 'publish') await repeatMute(kit, callId, entered.person.im_account_id)
    return { ...reply, streams: reply.streams.map((line) => ({ ...line, participant: Number(line.participant) })) }
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    throw fail(error.reason === 'unreachable' ? 'mediaUnavailable' : 'wrongState')
  }
}

/** Issues fresh credentials of the servers, with which a connection finds a new path. */
export async function issueServers(ctx: Ctx, { id: callId, participant }: SeatRef): Promise<IceConfiguration> {
  const { sql, config } = ctx.kit
  await limitHits(sql, `groupMedia:${viewerOf(ctx).id}`, maxRequestsPerHour, hourSeconds)
  const entered = await requirePerson(ctx, callId)
  if (stateOf(entered, participant) !== 'seated') throw fail('wrongState')
  return issueServersFor(config, entered.place.im_id)
}

/**
 * @returns false when the media server has lost the seat; true when it does not respond, because sound may still pass
 */
async function keepSeat({ media, log }: Kit, callId: number, person: store.CallPersonRow): Promise<boolean> {
  try {
    return (await media?.keep(seatOf(callId, person))) ?? false
  } catch (error) {
    log.warn({ err: error }, 'the media server cannot be reached')
    return true
  }
}

export async function recordCallHeartbeat(
  ctx: Ctx,
  { id: callId, participant, ...report }: GroupCallReport,
): Promise<GroupCallState> {
  const { kit } = ctx
  const entered = await requirePerson(ctx, callId)
  const { call, person, place } = entered
  let state = stateOf(entered, participant)
  if (state === 'seated' && !(await keepSeat(kit, callId, person))) state = 'lost'
  const seconds = Math.floor(((call.end_time ?? call.now) - call.begin_time) / 1000)
  const times = { seconds, secondsLeft: Math.max(0, maxSeconds - seconds), ending: call.outcome }
  if (state !== 'seated') return { state, people: [], ...times }
  const { isConnected, isSilent, hasVideo, isSharing, route, samples, poorSamples, rttMs, lossPermille } = report
  await store.updateHeartbeat(kit.sql, participant, {
    // a leader may have changed since the page joined
    is_leader: place.is_leader,
    is_connected: isConnected,
    is_silent: isSilent,
    has_video: hasVideo,
    is_sharing: isSharing,
    route,
    samples,
    poorSamples,
    rttSum: rttMs * samples,
    lossSum: lossPermille * samples,
  })
  await repeatMute(kit, callId, person.im_account_id)
  const people = await store.selectPeople(kit.sql, callId)
  return {
    state,
    ...times,
    people: people.map((row) => ({
      participant: row.participant,
      person: row.person,
      name: row.name,
      isLeader: row.is_leader,
      isMuted: row.is_muted,
      isSelf: row.im_account_id === person.im_account_id,
      isSilent: row.is_silent,
      hasVideo: row.has_video,
      isSharing: row.is_sharing,
      isConnected: row.is_connected,
    })),
  }
}

export async function leaveCall(ctx: Ctx, { id: callId, participant }: SeatRef): Promise<null> {
  const { person } = await requirePerson(ctx, callId)
  // the reloaded page has a new seat, which stays
  if (person.participant !== participant || person.leave_time !== null) return null
  await store.markPersonLeft(ctx.kit.sql, participant)
  await removeSeat(ctx.kit, seatOf(callId, person))
  return null
}
