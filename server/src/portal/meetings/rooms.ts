// The rooms of a meeting and who is put up in them.
import { fail } from '@xinqiao/contract/errors.ts'
import type { RoomPlan } from '@xinqiao/contract/http/meeting-days.ts'
import type { Ctx } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { formatTime } from '../../kit/time.ts'
import { allotRooms } from './rooming.ts'
import * as store from './store.ts'
import * as roomStore from './room-store.ts'

export async function getRoomPlan(db: Db, meetingId: number): Promise<RoomPlan> {
  const [meeting, rooms, guests] = await Promise.all([
    store.findMeeting(db, meetingId),
    roomStore.listRooms(db, meetingId),
    roomStore.listGuests(db, meetingId),
  ])
  if (!meeting) throw fail('notFound')
  return {
    rooms: rooms.map(({ id, name, beds }) => ({ id, name, beds })),
    guests: guests.map((guest) => ({
      id: guest.id,
      name: guest.name,
      sex: guest.sex,
      companyName: guest.company,
      shareWith: guest.share_with,
      arrivalTime: formatTime(guest.arrival_at),
      leaveTime: formatTime(guest.leave_at),
      roomId: guest.room_id,
    })),
  }
}

/** Two people at the rooms of one meeting take turns. */
const change = (ctx: Ctx, meetingId: number, work: (tx: Tx) => Promise<void>): Promise<RoomPlan> =>
  transaction(ctx.kit.sql, async (tx) => {
    if (!(await store.lockMeeting(tx, meetingId))) throw fail('notFound')
    await work(tx)
    return getRoomPlan(tx, meetingId)
  })

export const addRooms = (ctx: Ctx, { id, names, beds }: { id: number; names: string[]; beds: number }) =>
  change(ctx, id, (tx) => roomStore.insertRooms(tx, id, [...new Set(names)], beds))

export const removeRoom = (ctx: Ctx, { id, roomId }: { id: number; roomId: number }) =>
  change(ctx, id, async (tx) => {
    if (!(await roomStore.deleteRoom(tx, id, roomId))) throw fail('notFound')
  })

export const allot = (ctx: Ctx, meetingId: number) =>
  change(ctx, meetingId, async (tx) => {
    const [rooms, guests] = [await roomStore.listRooms(tx, meetingId), await roomStore.listGuests(tx, meetingId)]
    const wanted = guests.map((guest) => ({
      id: guest.id,
      name: guest.name,
      sex: guest.sex,
      company: guest.company,
      shareWith: guest.share_with,
      arrivalAt: guest.arrival_at,
      leaveAt: guest.leave_at,
      roomId: guest.room_id,
    }))
    await roomStore.placeGuests(tx, allotRooms(wanted, rooms))
  })

type Place = { id: number; registrationId: number; roomId: number | null }

/** By hand there is one rule: no more people than beds. */
export const placeGuest = (ctx: Ctx, { id, registrationId, roomId }: Place) =>
  change(ctx, id, async (tx) => {
    const [rooms, guests] = [await roomStore.listRooms(tx, id), await roomStore.listGuests(tx, id)]
    const guest = guests.find((one) => one.id === registrationId)
    if (!guest) throw fail('notFound')
    if (roomId !== null) {
      const room = rooms.find((one) => one.id === roomId)
      if (!room) throw fail('notFound')
      const there = guests.filter((one) => one.room_id === roomId && one.id !== registrationId)
      if (there.length >= room.beds) throw fail('wrongState', `${room.name}房已住满`)
    }
    await roomStore.placeGuests(tx, [{ id: registrationId, roomId }])
  })
