// All counsellors, including those not listed publicly.
import type { TableColumnsType } from 'antd'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import type { StaffCounsellorRow } from '@xinqiao/contract/http/counsellors/staff.ts'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'

const CounsellorStatus = ({ counsellor }: { counsellor: StaffCounsellorRow }) => (
  <>
    {counsellor.listed ? <ToneTag tone="good">已展示</ToneTag> : <ToneTag tone="calm">未展示</ToneTag>}
    {counsellor.pendingCredentials > 0 && <ToneTag tone="warm">证书待核验 {counsellor.pendingCredentials}</ToneTag>}
  </>
)

const columns: TableColumnsType<StaffCounsellorRow> = [
  {
    title: '姓名',
    key: 'name',
    width: 120,
    render: (_, row) => <Link to={`/counsellors/${row.id}`}>{row.nickname}</Link>,
  },
  { title: '账号', dataIndex: 'username', width: 130 },
  {
    title: '部门与职称',
    key: 'about',
    render: (_, row) => [row.department, row.professionalTitle].filter(Boolean).join(' · '),
  },
  { title: '价格（元）', key: 'price', width: 110, render: (_, row) => formatYuan(row.price) },
  { title: '回答', dataIndex: 'answers', width: 80 },
  { title: '关注', dataIndex: 'follows', width: 80 },
  { title: '状态', key: 'listed', width: 200, render: (_, row) => <CounsellorStatus counsellor={row} /> },
]

export function CounsellorsPage() {
  const { page, key } = useListAddress()
  const query = { page, size: pageSize, key }
  const loaded = useApi('GET /admin/counsellors', query)
  return (
    <>
      <ScreenHead title="咨询师" lead="资料、价格、证书核验与是否展示；账号在“用户”中新建，角色为咨询师" />
      <search className="filters">
        <FilterSearch label="搜索咨询师" placeholder="姓名或部门" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>
              <Link to={`/counsellors/${row.id}`}>{row.nickname}</Link>
            </strong>
            <div className="cards-facts">
              <span>{[row.department, row.professionalTitle].filter(Boolean).join(' · ')}</span>
              <span>{formatYuan(row.price)}元</span>
              <CounsellorStatus counsellor={row} />
            </div>
          </>
        )}
        empty={<EmptyList message={key ? '没有符合条件的咨询师' : '还没有咨询师'} />}
        unit="位"
        minWidth={960}
      />
    </>
  )
}
