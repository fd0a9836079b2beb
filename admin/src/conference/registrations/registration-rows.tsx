// One registration of the list, as a table row for desktops and as a card for phones.
import { Button, type TableColumnsType } from 'antd'
import type { StaffRegistration } from '@xinqiao/contract/http/conference/registrations.ts'
import { attendTypeTitle, registrationStates, type RegistrationState } from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Link } from '../../kit/navigation/router.tsx'
import { type Tone, ToneTag } from '../../kit/lists/ToneTag.tsx'

const stateTones: Record<RegistrationState, Tone> = {
  paid: 'good',
  pending: 'warm',
  waiting: 'warm',
  cancelled: 'over',
  lapsed: 'over',
  refunded: 'over',
}
const RegistrationStateTag = ({ row }: { row: StaffRegistration }) => (
  <ToneTag tone={stateTones[row.state]}>{registrationStates[row.state]}</ToneTag>
)

export type RegistrationActions = { reveal: (row: StaffRegistration) => void; cancel: (row: StaffRegistration) => void }
/** A registration with a check-in cannot be cancelled, except a walk-in, which may be a mistake. */
const canCancel = (row: StaffRegistration) =>
  ['pending', 'paid', 'waiting'].includes(row.state) && (row.checkedInTime === null || row.isWalkIn)

/** Name of a registration, or that of its company: members and non-members may omit their name. */
export const registrantNameOf = (row: StaffRegistration) => row.name || row.companyName

const RowActions = ({ row, actions }: { row: StaffRegistration; actions: RegistrationActions }) => (
  <div className="row-actions">
    <Button type="link" aria-label={`联系方式：${registrantNameOf(row)}`} onClick={() => actions.reveal(row)}>
      联系方式
    </Button>
    {canCancel(row) && (
      <Button type="link" danger aria-label={`取消：${registrantNameOf(row)}`} onClick={() => actions.cancel(row)}>
        取消
      </Button>
    )}
  </div>
)

const RegistrantName = ({ row }: { row: StaffRegistration }) => (
  <>
    <Link to={`/registrations/${row.id}`}>
      <strong>{registrantNameOf(row)}</strong>
    </Link>
    {row.needsReceipt && <div className="hint">回执待完善</div>}
  </>
)

export const createRegistrationColumns = (actions: RegistrationActions): TableColumnsType<StaffRegistration> => [
  { title: '姓名', key: 'name', render: (_, row) => <RegistrantName row={row} /> },
  { title: '单位', dataIndex: 'companyName' },
  {
    title: '身份',
    key: 'type',
    width: 150,
    render: (_, row) => (
      <>
        {attendTypeTitle(row.activityAttendTypeId)}
        {row.unitName && <div className="hint">{row.unitName}</div>}
      </>
    ),
  },
  { title: '手机', dataIndex: 'phone', width: 130, className: 'nowrap' },
  { title: '状态', key: 'state', width: 110, render: (_, row) => <RegistrationStateTag row={row} /> },
  {
    title: '实缴',
    key: 'paid',
    width: 100,
    render: (_, row) => (row.paidCents === null ? '—' : formatYuan(row.paidCents)),
  },
  { title: '房间', key: 'room', width: 90, render: (_, row) => row.roomName || (row.dorm > 0 ? '待安排' : '—') },
  {
    title: '签到',
    key: 'in',
    width: 110,
    className: 'nowrap',
    render: (_, row) => (row.checkedInTime ? row.checkedInTime.slice(5, 16) : '—'),
  },
  { title: '操作', key: 'actions', width: 170, render: (_, row) => <RowActions row={row} actions={actions} /> },
]

export const RegistrationCard = ({ row, actions }: { row: StaffRegistration; actions: RegistrationActions }) => (
  <>
    <RegistrantName row={row} />
    <div className="cards-facts">
      <RegistrationStateTag row={row} />
      <span>{[attendTypeTitle(row.activityAttendTypeId), row.unitName].filter(Boolean).join('，')}</span>
      <span>{row.companyName}</span>
      <span>{row.phone}</span>
      {row.checkedInTime && <span>{`${row.checkedInTime.slice(5, 16)}签到`}</span>}
    </div>
    <RowActions row={row} actions={actions} />
  </>
)
