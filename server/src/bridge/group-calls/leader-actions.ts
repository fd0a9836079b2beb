// Actions of leaders in a group call: mute and remove members, and end the call.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { inTransaction, viewerOf, type Ctx } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { MediaFault } from '../../kit/media-rooms/media-rooms.ts'
import { endCall } from './end-call.ts'
import { removeSeat, repeatMute, requireMedia, requireCallAccess, seatOf } from './join-call.ts'
import * as store from './store.ts'

/** `person`: the number of a person in a call, which stays the same when the page is reloaded. */
type PersonRef = { id: number; person: number }

/** @throws Failure notFound for others than leaders, and for calls that have ended */
async function requireLedCall(ctx: Ctx, callId: number): Promise<void> {
  const { call, place } = await requireCallAccess(ctx.kit.sql, callId, viewerOf(ctx).id)
  if (!place.is_leader || call.end_time !== null) throw fail('notFound')
}

/** A member of the call; leaders do not mute or remove each other. */
async function requireMember(db: Db, { id, person: number }: PersonRef): Promise<store.CallPersonRow> {
  const person = orNotFound(await store.selectPersonByNumber(db, id, number))
  if (person.is_leader) throw fail('notFound')
  return person
}

/** Mutes at the media server first, so that leaders see a mute only when it is in force. */
export async function muteMember(ctx: Ctx, { isMuted, ...ref }: PersonRef & { isMuted: boolean }): Promise<null> {
  const { sql } = ctx.kit
  await requireLedCall(ctx, ref.id)
  const person = await requireMember(sql, ref)
  try {
    await requireMedia(ctx.kit).mute(seatOf(ref.id, person), isMuted)
  } catch (error) {
    // a page that sends no sound yet is muted with its next heartbeat
    if (!(error instanceof MediaFault) || error.reason === 'unreachable') throw fail('mediaUnavailable')
  }
  await store.updatePersonMuted(sql, ref.id, ref.person, isMuted)
  // a person who joined again meanwhile has a new seat, which is not muted
  await repeatMute(ctx.kit, ref.id, person.im_account_id)
  return null
}

/** Removes a member from this call, who cannot enter it again. The membership of the group stays. */
export async function removeMember(ctx: Ctx, ref: PersonRef): Promise<null> {
  await requireLedCall(ctx, ref.id)
  const member = await inTransaction(ctx.kit, async ({ tx }) => {
    await store.lockCall(tx, ref.id)
    const person = await requireMember(tx, ref)
    await store.markPersonRemoved(tx, ref.id, ref.person)
    return person
  })
  await removeSeat(ctx.kit, seatOf(ref.id, member))
  return null
}

export async function endCallAsLeader(ctx: Ctx, callId: number): Promise<null> {
  await requireLedCall(ctx, callId)
  await endCall(ctx.kit, callId, 'ended')
  return null
}
