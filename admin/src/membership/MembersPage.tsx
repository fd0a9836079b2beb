// Members: search by name, unit, number or complete phone number; Excel export and import.
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { memberKinds, memberStates } from '@xinqiao/contract/membership.ts'
import { ExportDialog } from '../kit/lists/ExportDialog.tsx'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { MemberCard, memberColumns } from './member-rows.tsx'
import './membership.css'

const levelChangeFilters = { yes: '申请变更类别的' }
const endings = { 30: '30天内到期', 60: '60天内到期', 90: '90天内到期' }

export function MembersPage() {
  const { page, key, chosen } = useListAddress()
  const { role } = useStaff()
  const state = chosen('state', memberStates)
  const kind = chosen('kind', memberKinds)
  const ending = chosen<string>('endingWithin', endings)
  const withLevelChange = chosen('levelChange', levelChangeFilters)
  const filter = { state, kind, endingWithin: ending ? Number(ending) : undefined, levelChange: withLevelChange, key }
  const query = { page, size: pageSize, ...filter }
  const loaded = useApi('GET /admin/members', query)
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const isSecretariat = role === 'administrator'
  return (
    <>
      <ScreenHead title="会员" lead="个人会员与单位会员，证件号码与联系方式已脱敏">
        {isSecretariat && (
          <>
            <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setExporting(true)}>
              导出 Excel
            </Button>
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
              导入 Excel
            </Button>
          </>
        )}
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={memberStates} />
        <FilterSelect name="kind" label="按类别筛选" all="全部类别" labels={memberKinds} />
        <FilterSelect name="endingWithin" label="按到期时间筛选" all="到期时间不限" labels={endings} />
        <FilterSelect name="levelChange" label="按变更申请筛选" all="有无变更申请" labels={levelChangeFilters} />
        <FilterSearch label="搜索会员" placeholder="姓名、单位、会员编号或完整手机号" />
      </search>
      <PagedList
        loaded={loaded}
        columns={memberColumns}
        renderCard={(row) => <MemberCard row={row} />}
        empty={<EmptyList message="没有符合条件的会员" />}
        unit="名会员"
        minWidth={1080}
      />
      <ExportDialog isOpen={isExporting} kind="members" query={filter} onClose={() => setExporting(false)} />
      <ImportDialog
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onImported={() => {
          loaded.reload()
        }}
      />
    </>
  )
}
