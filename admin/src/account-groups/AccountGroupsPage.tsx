// Groups that accounts created in the chat, with their open reports.
import { Button, type TableColumnsType } from 'antd'
import type { AccountGroup } from '@xinqiao/contract/http/account-groups.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'

const maxKeyLength = 64

const GroupLink = ({ group }: { group: AccountGroup }) => <Link to={`/account-groups/${group.id}`}>{group.name}</Link>

const GroupTags = ({ group: { openReports, isSilenced, care } }: { group: AccountGroup }) => (
  <>
    {care && <ToneTag tone="gravest">名称或介绍提示危险</ToneTag>}
    {openReports > 0 && <ToneTag tone="bad">举报 {openReports}</ToneTag>}
    {isSilenced && <ToneTag tone="warm">全员禁言</ToneTag>}
  </>
)

const columns: TableColumnsType<AccountGroup> = [
  { title: '编号', dataIndex: 'id', width: 110 },
  { title: '名称', key: 'name', render: (_, group) => <GroupLink group={group} /> },
  { title: '组长', dataIndex: 'ownerName', width: 180 },
  { title: '成员', dataIndex: 'members', width: 90 },
  {
    title: '建立时间',
    key: 'time',
    width: 160,
    className: 'nowrap',
    render: (_, group) => formatMinuteOrDash(group.createTime),
  },
  { title: '待处理', key: 'pending', width: 200, render: (_, group) => <GroupTags group={group} /> },
]

export function AccountGroupsPage() {
  const { page, key } = useListAddress(maxKeyLength)
  const loaded = useApi('GET /admin/accountGroups', { page, size: pageSize, key })
  return (
    <>
      <ScreenHead title="自建小组" lead="用户自己在聊天里建的小组；这里不显示聊天内容，只能看到被举报的消息">
        <Button onClick={() => navigate('/peer-reports')}>举报</Button>
      </ScreenHead>
      <search className="filters">
        <FilterSearch label="搜索自建小组" placeholder="名称或编号" limit={maxKeyLength} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(group) => (
          <>
            <strong>
              <GroupLink group={group} />
            </strong>
            <div className="cards-facts">
              <span>编号 {group.id}</span>
              <span>组长 {group.ownerName}</span>
              <span>成员 {group.members}</span>
              <span>{formatMinuteOrDash(group.createTime)}</span>
              <GroupTags group={group} />
            </div>
          </>
        )}
        empty={<EmptyList message={key ? '没有找到这样的小组' : '还没有用户自建的小组'} />}
        unit="个小组"
        minWidth={820}
      />
    </>
  )
}
