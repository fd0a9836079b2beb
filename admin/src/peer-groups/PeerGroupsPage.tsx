// Peer groups in every state, with what waits in each of them.
import { PlusOutlined } from '@ant-design/icons'
import { Badge, Button, type TableColumnsType } from 'antd'
import type { StaffPeerGroupRow } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { peerGroupKinds, peerGroupStates } from '@xinqiao/contract/peer-groups.ts'
import { useApi } from '../kit/api/use-api.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { Link, navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { PeerGroupStateTag } from './PeerGroupStateTag.tsx'
import { useWaitingReports } from './waiting-reports.ts'

const GroupName = ({ group }: { group: StaffPeerGroupRow }) => (
  <Link to={`/peer-groups/${group.id}`}>{group.title}</Link>
)

const PendingTags = ({ group: { waiting, openReports, needsLeader } }: { group: StaffPeerGroupRow }) => (
  <>
    {needsLeader && <ToneTag tone="bad">带领者须更换</ToneTag>}
    {waiting > 0 && <ToneTag tone="warm">待审核 {waiting}</ToneTag>}
    {openReports > 0 && <ToneTag tone="bad">举报 {openReports}</ToneTag>}
  </>
)

const columns: TableColumnsType<StaffPeerGroupRow> = [
  { title: '名称', key: 'title', render: (_, group) => <GroupName group={group} /> },
  { title: '类型', key: 'kind', width: 110, render: (_, group) => peerGroupKinds[group.kind] },
  { title: '状态', key: 'state', width: 110, render: (_, group) => <PeerGroupStateTag state={group.state} /> },
  { title: '带领者', dataIndex: 'leaderName', width: 140 },
  { title: '成员', key: 'members', width: 100, render: (_, { members, capacity }) => `${members}/${capacity}` },
  { title: '待处理', key: 'pending', width: 200, render: (_, group) => <PendingTags group={group} /> },
]

export function PeerGroupsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', peerGroupStates)
  const openReports = useWaitingReports()
  const loaded = useApi('GET /admin/peerGroups', { page, size: pageSize, state })
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate('/peer-groups/new')}>
      新建小组
    </Button>
  )
  return (
    <>
      <ScreenHead title="小组" lead="同伴小组与团体辅导：由带领者主持，成员使用自己取的称呼">
        <Button onClick={() => navigate('/account-groups')}>自建小组</Button>
        <Button onClick={() => navigate('/peer-reports')}>
          举报{openReports > 0 && <Badge count={openReports} title={`${openReports}条待处理`} />}
        </Button>
        {create}
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={peerGroupStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(group) => (
          <>
            <strong>
              <GroupName group={group} />
            </strong>
            <div className="cards-facts">
              <PeerGroupStateTag state={group.state} />
              <span>{peerGroupKinds[group.kind]}</span>
              <span>带领者 {group.leaderName}</span>
              <span>
                成员 {group.members}/{group.capacity}
              </span>
              <PendingTags group={group} />
            </div>
          </>
        )}
        empty={<EmptyList message="还没有小组">{create}</EmptyList>}
        unit="个小组"
        minWidth={760}
      />
    </>
  )
}
