// Members: found by name, unit, number or whole phone number; out to Excel, in from Excel.
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { memberKinds, memberStates } from '@xinqiao/contract/membership.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { ExportDialog } from '../frame/ExportDialog.tsx'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { useStaff } from '../session/Session.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { MemberCards, memberColumns } from './memberRows.tsx'
import './membership.css'
import { addressOf, chosen, type Filters, usePaging } from './place.ts'

const path = '/members'
const endings = { 30: '30天内到期', 60: '60天内到期', 90: '90天内到期' }
const optionsOf = (table: Record<string, string>) => Object.entries(table).map(([value, label]) => ({ value, label }))

export function MembersPage() {
  const { params, page } = usePaging()
  const { role } = useStaff()
  const state = chosen(memberStates, params.get('state'))
  const kind = chosen(memberKinds, params.get('kind'))
  const ending = chosen(endings as Record<string, string>, params.get('endingWithin'))
  const key = params.get('key')?.slice(0, 50) || undefined
  const filters: Filters = { state, kind, endingWithin: ending, key }
  const asked = { state, kind, endingWithin: ending ? Number(ending) : undefined, key }
  const query = { page, size: pageSize, ...asked }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/members', query))
  const [typed, setTyped] = useFollowing(key ?? '')
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const choose = (change: Filters) => navigate(addressOf(path, { ...filters, ...change }))
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
        <Select
          aria-label="按状态筛选"
          className="filter-select"
          placeholder="全部状态"
          allowClear
          value={state}
          onChange={(next?: string) => choose({ state: next })}
          options={optionsOf(memberStates)}
        />
        <Select
          aria-label="按类别筛选"
          className="filter-select"
          placeholder="全部类别"
          allowClear
          value={kind}
          onChange={(next?: string) => choose({ kind: next })}
          options={optionsOf(memberKinds)}
        />
        <Select
          aria-label="按到期时间筛选"
          className="filter-select"
          placeholder="到期时间不限"
          allowClear
          value={ending}
          onChange={(next?: string) => choose({ endingWithin: next })}
          options={optionsOf(endings)}
        />
        <Input.Search
          aria-label="搜索会员"
          className="member-key"
          placeholder="姓名、单位、会员编号或完整手机号"
          allowClear
          maxLength={50}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onSearch={(value) => choose({ key: value.trim() || undefined })}
          enterButton="搜索"
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf(path, { ...filters, page: next > 1 ? `${next}` : undefined })}
        columns={memberColumns}
        renderCards={(rows) => <MemberCards rows={rows} />}
        empty={<Nothing sentence="没有符合条件的会员" />}
        unit="名会员"
        minWidth={1080}
      />
      <ExportDialog isOpen={isExporting} kind="members" query={asked} onClose={() => setExporting(false)} />
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
