// Room plan: rooms as cards, guests without a room beside them, automatic allocation and manual changes.
import { Alert, Button, Empty, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import type { HotelGuest, HotelRoomPlan } from '@xinqiao/contract/http/conference/days.ts'
import { formatMinuteOrDash } from '../../kit/format-time.ts'
import { Link } from '../../kit/navigation/router.tsx'
import type { ScreenProps } from '../../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../../kit/states.tsx'
import { AddRoomsDialog } from './AddRoomsDialog.tsx'
import { listAdditionalRooms, needsRoom, useRoomPlan, type RoomPlanActions } from './use-room-plan.ts'
import '../conference.css'

const formatStay = (guest: HotelGuest) => `${guest.arrivalTime.slice(5, 10)}至${guest.leaveTime.slice(5, 10)}`

type RoomSelectProps = {
  guest: HotelGuest
  plan: HotelRoomPlan
  onPlace: (guest: HotelGuest, roomId: number | null) => void
}

const RoomSelect = ({ guest, plan, onPlace }: RoomSelectProps) => (
  <Select
    aria-label={`${guest.name}的房间`}
    size="small"
    className="room-field"
    placeholder="安排房间"
    allowClear
    value={guest.roomId ?? undefined}
    labelRender={({ value }) => plan.rooms.find((room) => room.id === value)?.name}
    onChange={(roomId?: number) => onPlace(guest, roomId ?? null)}
    options={plan.rooms
      .filter((room) => room.reservedFor === null)
      .map((room) => {
        const takenBeds = plan.guests.filter((item) => item.roomId === room.id).length
        return { value: room.id, label: `${room.name}（${takenBeds}/${room.beds}）`, disabled: takenBeds >= room.beds }
      })}
  />
)

type ReserveRoomsProps = {
  guest: HotelGuest
  plan: HotelRoomPlan
  onReserve: (roomId: number, guestId: number | null) => void
}

const ReserveRooms = ({ guest, plan, onReserve }: ReserveRoomsProps) =>
  listAdditionalRooms(guest, plan).length < guest.dorm - 1 && (
    <Select
      aria-label={`为${guest.name}再留一间`}
      size="small"
      className="room-field"
      placeholder="再留一间"
      value={null}
      onChange={(roomId: number) => onReserve(roomId, guest.id)}
      options={plan.rooms
        .filter((room) => room.reservedFor === null && !plan.guests.some((item) => item.roomId === room.id))
        .map((room) => ({ value: room.id, label: room.name }))}
    />
  )

const GuestSummary = ({ guest }: { guest: HotelGuest }) => (
  <span>
    <strong>{guest.name}</strong>
    <span className="hint">{` ${guest.sex || '性别未填'}，${formatStay(guest)}${guest.dorm > 1 ? `，需要${guest.dorm}间` : ''}${guest.shareWith && `，希望与${guest.shareWith}合住`}`}</span>
  </span>
)

export function RoomsPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { loaded, plan, setPlan, actions, allocate, isAllocating, notifyGuests, isNotifying } = useRoomPlan(id)
  const [isAdding, setAdding] = useState(false)
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!plan) return <LoadingView />
  const unassigned = plan.guests.filter((guest) => needsRoom(guest, plan))
  return (
    <>
      <ScreenHead
        title="房间"
        lead={`${plan.rooms.length}间房，${plan.guests.length}位住客，${unassigned.length}位待安排`}
      >
        <Link to="/meetings">返回会议</Link>
        <Button onClick={() => setAdding(true)}>添加房间</Button>
        <Button type="primary" loading={isAllocating} disabled={unassigned.length === 0} onClick={() => allocate()}>
          自动分配
        </Button>
        {!plan.notifiedTime && (
          <Popconfirm
            title="房间安排定稿并通知住客吗？"
            description={
              unassigned.length > 0 ? `还有${unassigned.length}位待安排，安排后会另行通知` : '之后的变动会自动告知'
            }
            okText="通知住客"
            cancelText="取消"
            onConfirm={() => notifyGuests()}
          >
            <Button loading={isNotifying} disabled={plan.guests.every((guest) => guest.roomId === null)}>
              定稿并通知住客
            </Button>
          </Popconfirm>
        )}
      </ScreenHead>
      {plan.notifiedTime && (
        <Alert
          className="note-above"
          type="info"
          showIcon
          title={`已于${formatMinuteOrDash(plan.notifiedTime)}通知住客，之后的变动会自动告知`}
        />
      )}
      <UnassignedGuests guests={unassigned} plan={plan} actions={actions} />
      <RoomPlanView plan={plan} actions={actions} />
      {isAdding && (
        <AddRoomsDialog
          id={id}
          onClose={() => setAdding(false)}
          onDone={(next) => {
            setPlan(next)
            setAdding(false)
          }}
        />
      )}
    </>
  )
}

type RoomPlanProps = { plan: HotelRoomPlan; actions: RoomPlanActions }

const UnassignedGuests = ({ guests, plan, actions }: RoomPlanProps & { guests: readonly HotelGuest[] }) => (
  <section className="panel">
    <h2>待安排</h2>
    {guests.length === 0 ? (
      <p className="hint">没有待安排的住客</p>
    ) : (
      <ul className="room-plan">
        {guests.map((guest) => (
          <li key={guest.id} className="room">
            <GuestSummary guest={guest} />
            <div className="room-choice">
              <RoomSelect guest={guest} plan={plan} onPlace={actions.place} />
              <ReserveRooms guest={guest} plan={plan} onReserve={actions.reserve} />
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const RoomPlanView = ({ plan, actions }: RoomPlanProps) => (
  <section className="panel">
    <h2>房间</h2>
    {plan.rooms.length === 0 ? (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有房间" />
    ) : (
      <ul className="room-plan">
        {plan.rooms.map((room) => (
          <RoomCard key={room.id} room={room} plan={plan} actions={actions} />
        ))}
      </ul>
    )}
  </section>
)

function RoomCard({ room, plan, actions }: RoomPlanProps & { room: HotelRoomPlan['rooms'][number] }) {
  const guests = plan.guests.filter((guest) => guest.roomId === room.id)
  return (
    <li className="room">
      <header>
        <strong>{`${room.name}（${guests.length}/${room.beds}）`}</strong>
        <Popconfirm
          title={`删除${room.name}房吗？`}
          description="住客会回到待安排"
          okText="删除"
          cancelText="取消"
          onConfirm={() => actions.remove(room.id)}
        >
          <Button type="link" size="small" aria-label={`删除房间${room.name}`}>
            删除
          </Button>
        </Popconfirm>
      </header>
      {room.reservedFor !== null && (
        <p className="room-reserved">
          留给{plan.guests.find((guest) => guest.id === room.reservedFor)?.name ?? '其他住客'}
          <Button
            type="link"
            size="small"
            aria-label={`取消保留：${room.name}`}
            onClick={() => actions.reserve(room.id, null)}
          >
            取消保留
          </Button>
        </p>
      )}
      <ul>
        {guests.map((guest) => (
          <li key={guest.id}>
            <GuestSummary guest={guest} />
            <RoomSelect guest={guest} plan={plan} onPlace={actions.place} />
          </li>
        ))}
      </ul>
    </li>
  )
}
