// Units with their representatives and the number of seats in use.
import type { TableColumnsType } from 'antd'
import { memberStates } from '@xinqiao/contract/membership.ts'
import type { StaffUnit } from '@xinqiao/contract/http/membership/members.ts'
import { Link } from '../kit/navigation/router.tsx'
import { ListByState } from '../payments/ListByState.tsx'
import { api } from '../kit/api/api.ts'
import { MemberTag } from './tags.tsx'

/** Seats in use, including that of the representative, as in the unit's own view. */
const formatSeats = ({ seats, taken, offered }: StaffUnit) =>
  `${taken + 1}/${seats}${offered > 0 ? `，${offered}个待接受` : ''}`
const isOverQuota = ({ state, seats, taken, offered }: StaffUnit) => state !== 'left' && taken + 1 + offered > seats
const SeatCount = ({ unit }: { unit: StaffUnit }) => (
  <>
    {formatSeats(unit)}
    {isOverQuota(unit) && <div className="hint">超过级别名额</div>}
  </>
)
const OpenUnitButton = ({ unit }: { unit: StaffUnit }) => (
  <Link to={`/members/${unit.id}`} aria-label={`查看：${unit.name}`}>
    查看
  </Link>
)

const columns: TableColumnsType<StaffUnit> = [
  { title: '会员编号', dataIndex: 'number', width: 130, className: 'nowrap' },
  { title: '单位', dataIndex: 'name' },
  { title: '类别', dataIndex: 'levelTitle', width: 130 },
  { title: '会员代表', dataIndex: 'representative', width: 140 },
  { title: '手机号', dataIndex: 'phone', width: 130, className: 'nowrap' },
  { title: '席位', key: 'seats', width: 150, render: (_, unit) => <SeatCount unit={unit} /> },
  { title: '状态', key: 'state', width: 90, render: (_, unit) => <MemberTag state={unit.state} /> },
  { title: '会期至', dataIndex: 'termUntil', width: 120, className: 'nowrap' },
  { title: '操作', key: 'open', width: 80, render: (_, unit) => <OpenUnitButton unit={unit} /> },
]

const UnitCard = ({ unit }: { unit: StaffUnit }) => (
  <>
    <strong>{unit.name}</strong>
    <div className="cards-facts">
      <MemberTag state={unit.state} />
      <span>{unit.number}</span>
      <span>代表：{unit.representative}</span>
      <span>
        席位 {formatSeats(unit)}
        {isOverQuota(unit) && '，超过级别名额'}
      </span>
      <span>会期至 {unit.termUntil}</span>
    </div>
    <OpenUnitButton unit={unit} />
  </>
)

export const UnitsPage = () => (
  <ListByState
    path="/units"
    title="单位会员"
    lead="会员代表与席位使用情况"
    states={memberStates}
    load={(query) => api('GET /admin/units', query)}
    columns={() => columns}
    renderCard={(unit) => <UnitCard unit={unit} />}
    nothing="还没有单位会员"
    nothingOfState="没有这种状态的单位会员"
    unit="个单位"
    minWidth={1080}
  />
)
