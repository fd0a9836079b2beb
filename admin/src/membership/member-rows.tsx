// One member of the list, as a table row for desktops and as a card for phones.
import type { TableColumnsType } from 'antd'
import type { MemberRowForStaff } from '@xinqiao/contract/http/membership/members.ts'
import { Link } from '../kit/navigation/router.tsx'
import { MemberTag } from './tags.tsx'

const OpenLink = ({ row }: { row: MemberRowForStaff }) => (
  <Link to={`/members/${row.id}`} aria-label={`查看：${row.name}`}>
    查看
  </Link>
)

export const memberColumns: TableColumnsType<MemberRowForStaff> = [
  { title: '会员编号', dataIndex: 'number', width: 130, className: 'nowrap' },
  { title: '姓名或单位', dataIndex: 'name' },
  { title: '类别', dataIndex: 'levelTitle', width: 110 },
  { title: '所在单位或代表', dataIndex: 'organization' },
  { title: '手机号', dataIndex: 'phone', width: 130, className: 'nowrap' },
  { title: '状态', key: 'state', width: 90, render: (_, row) => <MemberTag state={row.state} /> },
  { title: '入会日期', dataIndex: 'joinedOn', width: 120, className: 'nowrap' },
  { title: '会期至', dataIndex: 'termUntil', width: 120, className: 'nowrap' },
  { title: '操作', key: 'open', width: 80, render: (_, row) => <OpenLink row={row} /> },
]

export const MemberCard = ({ row }: { row: MemberRowForStaff }) => (
  <>
    <strong>{row.name}</strong>
    <div className="cards-facts">
      <MemberTag state={row.state} />
      <span>{row.number}</span>
      <span>{row.levelTitle}</span>
      <span>{row.organization}</span>
      <span>会期至 {row.termUntil}</span>
    </div>
    <OpenLink row={row} />
  </>
)
