// Rooms of a meeting and their guests. Guests are notified when the secretariat makes the plan final, and of every
// later change.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { HotelRoomPlan } from '@xinqiao/contract/http/conference/days.ts'
import type { AuditedCtx, TransactionScope } from '../../../kit/ctx.ts'
import { type Db, type Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyAttendee } from '../rules/notify-attendee.ts'
import { formatTimeOrNull } from '../present/present.ts'
import { allocateRooms } from './allocate.ts'
import * as store from '../records/store.ts'
import * as roomStore from '../records/room-store.ts'

export async function getRoomPlan(db: Db, meetingId: number): Promise<HotelRoomPlan> {
  const [meeting, rooms, guests] = await Promise.all([
    store.selectMeeting(db, meetingId),
    roomStore.selectRooms(db, meetingId),
    roomStore.selectRoomGuests(db, meetingId),
  ])
  if (!meeting) throw fail('notFound')
  return {
    rooms: rooms.map(({ id, name, beds, reserved_for: reservedFor }) => ({ id, name, beds, reservedFor })),
    guests: guests.map((guest) => ({
      id: guest.id,
      name: guest.name,
      sex: guest.sex,
      companyName: guest.company,
      shareWith: guest.share_with,
      arrivalTime: formatTime(guest.arrival_at),
      leaveTime: formatTime(guest.leave_at),
      dorm: guest.rooms,
      roomId: guest.room_id,
    })),
    notifiedTime: formatTimeOrNull(meeting.rooms_told_at),
  }
}

/** Serialises changes of one meeting's rooms. */
const changeRooms = async (
  ctx: AuditedCtx,
  meetingId: number,
  work: (tx: Tx) => Promise<void>,
): Promise<HotelRoomPlan> => {
  const { tx } = ctx
  const meeting = orNotFound(await store.lockMeeting(tx, meetingId))
  const before = meeting.rooms_told_at ? await roomNamesOf(tx, meetingId) : null
  await work(tx)
  if (before) await notifyRoomChanges(ctx, meeting, before)
  return getRoomPlan(tx, meetingId)
}

/** Room names of each guest. */
const roomNamesOf = async (db: Db, meetingId: number) =>
  new Map((await roomStore.selectRoomNames(db, meetingId)).map((row) => [row.id, row]))

async function notifyRoomChanges(
  scope: TransactionScope,
  meeting: store.MeetingRow,
  before: Map<number, roomStore.RegistrationRoomsRow>,
) {
  for (const [id, row] of await roomNamesOf(scope.tx, meeting.id)) {
    const was = before.get(id)?.names ?? ''
    if (row.names === was) continue
    const message = !row.names
      ? `原安排的房间${was}已取消，会务组将另行通知`
      : was
        ? `您的房间由${was}调整为${row.names}`
        : `您的房间已安排：${row.names}`
    await notifyAttendee(scope, row, meeting.title, message)
  }
}

/** Makes the plan final and notifies the guests. */
export const publishRoomPlan = async (ctx: AuditedCtx, meetingId: number): Promise<{ notified: number }> => {
  const { tx } = ctx
  const meeting = orNotFound(await store.lockMeeting(tx, meetingId))
  if (meeting.rooms_told_at) throw fail('wrongState', '已经通知过，之后的变动会自动告知住客')
  const placed = [...(await roomNamesOf(tx, meetingId)).values()].filter((row) => row.names !== '')
  if (placed.length === 0) throw fail('wrongState', '还没有安排好的房间')
  await roomStore.markRoomsNotified(tx, meetingId)
  for (const row of placed) {
    await notifyAttendee(ctx, row, meeting.title, `您的房间已安排：${row.names}`)
  }
  return { notified: placed.length }
}

export const addRooms = (ctx: AuditedCtx, { id, names, beds }: { id: number; names: string[]; beds: number }) =>
  changeRooms(ctx, id, (tx) => roomStore.insertRooms(tx, id, [...new Set(names)], beds))

export const removeRoom = (ctx: AuditedCtx, { id, roomId }: { id: number; roomId: number }) =>
  changeRooms(ctx, id, async (tx) => {
    if (!(await roomStore.deleteRoom(tx, id, roomId))) throw fail('notFound')
  })

export const allocateMeetingRooms = (ctx: AuditedCtx, meetingId: number) =>
  changeRooms(ctx, meetingId, async (tx) => {
    const [rooms, guests] = [
      await roomStore.selectRooms(tx, meetingId),
      await roomStore.selectRoomGuests(tx, meetingId),
    ]
    const guestStays = guests.map((guest) => ({
      id: guest.id,
      name: guest.name,
      sex: guest.sex,
      company: guest.company,
      shareWith: guest.share_with,
      arrivalAt: guest.arrival_at,
      leaveAt: guest.leave_at,
      rooms: guest.rooms,
      roomId: guest.room_id,
    }))
    const free = rooms.map(({ id, name, beds, reserved_for: reservedFor }) => ({ id, name, beds, reservedFor }))
    const { placed, reserved } = allocateRooms(guestStays, free)
    await roomStore.updateRoomPlacements(tx, placed)
    for (const { id, roomId } of reserved) await roomStore.replaceRoomReservation(tx, roomId, id)
  })

type RoomPlacement = { id: number; registrationId: number; roomId: number | null }

/**
 * Checks two rules for manual assignments: no more people than beds, and no guest in a room reserved for another one.
 */
export const placeGuest = (ctx: AuditedCtx, { id, registrationId, roomId }: RoomPlacement) =>
  changeRooms(ctx, id, async (tx) => {
    const [rooms, guests] = [await roomStore.selectRooms(tx, id), await roomStore.selectRoomGuests(tx, id)]
    if (!guests.some((guest) => guest.id === registrationId)) throw fail('notFound')
    if (roomId !== null) {
      const room = orNotFound(rooms.find((row) => row.id === roomId))
      if (room.reserved_for !== null) throw fail('wrongState', `${room.name}房已留给其他住客`)
      const guestsInRoom = guests.filter((guest) => guest.room_id === roomId && guest.id !== registrationId)
      if (guestsInRoom.length >= room.beds) throw fail('wrongState', `${room.name}房已住满`)
    }
    await roomStore.updateRoomPlacements(tx, [{ id: registrationId, roomId }])
  })

type RoomReservation = { id: number; roomId: number; registrationId: number | null }

/** Adds or removes an additional room of a guest. */
export const setRoomReservation = (ctx: AuditedCtx, { id, roomId, registrationId }: RoomReservation) =>
  changeRooms(ctx, id, async (tx) => {
    const [rooms, guests] = [await roomStore.selectRooms(tx, id), await roomStore.selectRoomGuests(tx, id)]
    const room = rooms.find((row) => row.id === roomId)
    if (!room || (registrationId !== null && !guests.some((guest) => guest.id === registrationId)))
      throw fail('notFound')
    if (registrationId !== null && (room.reserved_for !== null || guests.some((guest) => guest.room_id === roomId))) {
      throw fail('wrongState', `${room.name}房已有住客`)
    }
    await roomStore.replaceRoomReservation(tx, roomId, registrationId)
  })
