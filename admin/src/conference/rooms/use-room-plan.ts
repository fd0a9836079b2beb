// The room plan of a meeting with its actions: allocate, place, reserve, remove, notify.
import { App } from 'antd'
import { useState } from 'react'
import type { HotelGuest, HotelRoomPlan } from '@xinqiao/contract/http/conference/days.ts'
import { useAction } from '../../kit/api/hooks.ts'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'

/** Additional rooms of a guest who requested several. */
export const listAdditionalRooms = (guest: HotelGuest, plan: HotelRoomPlan) =>
  plan.rooms.filter((room) => room.reservedFor === guest.id)
export const needsRoom = (guest: HotelGuest, plan: HotelRoomPlan) =>
  guest.roomId === null || listAdditionalRooms(guest, plan).length < guest.dorm - 1

export type RoomPlanActions = {
  place: (guest: HotelGuest, roomId: number | null) => void
  reserve: (roomId: number, guestId: number | null) => void
  remove: (roomId: number) => void
}

/** The plan with its actions. The reply of each action replaces the plan. */
export function useRoomPlan(id: number) {
  const { message } = App.useApp()
  const loaded = useApi('GET /admin/meeting/rooms', { id })
  const [changedPlan, setChangedPlan] = useState<HotelRoomPlan | null>(null)
  const plan = changedPlan ?? loaded.data
  const [allocate, isAllocating] = useAction(async () => {
    const before = plan?.guests.filter((guest) => needsRoom(guest, plan)).length ?? 0
    const next = await api('POST /admin/meeting/rooms/allocate', { id })
    setChangedPlan(next)
    const waitingCount = next.guests.filter((guest) => needsRoom(guest, next)).length
    message.success(
      waitingCount > 0
        ? `已安排${before - waitingCount}人，还有${waitingCount}人没有合适的房间`
        : `已安排${before - waitingCount}人`,
    )
  })
  const [place] = useAction(async (guest: HotelGuest, roomId: number | null) => {
    setChangedPlan(await api('POST /admin/meeting/rooms/place', { id, registrationId: guest.id, roomId }))
  })
  const [reserve] = useAction(async (roomId: number, registrationId: number | null) => {
    setChangedPlan(await api('POST /admin/meeting/rooms/reserve', { id, roomId, registrationId }))
  })
  const [notifyGuests, isNotifying] = useAction(async () => {
    const { notified } = await api('POST /admin/meeting/rooms/notify', { id })
    message.success(`已通知${notified}位住客`)
    setChangedPlan(null)
    loaded.reload()
  })
  const [remove] = useAction(async (roomId: number) => {
    setChangedPlan(await api('DELETE /admin/meeting/room', { id, roomId }))
  })
  const actions: RoomPlanActions = {
    place: (guest, roomId) => void place(guest, roomId),
    reserve: (roomId, guestId) => void reserve(roomId, guestId),
    remove: (roomId) => remove(roomId),
  }
  return { loaded, plan, setPlan: setChangedPlan, actions, allocate, isAllocating, notifyGuests, isNotifying }
}
