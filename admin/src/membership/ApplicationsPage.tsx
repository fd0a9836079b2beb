// Membership applications, those that wait longest first, with bulk decisions.
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { applicationStates, memberKinds, reviewBodies } from '@xinqiao/contract/membership.ts'
import type { StaffApplicationRow } from '@xinqiao/contract/http/membership/applications.ts'
import { FilterSearch, FilterSelect, useListAddress, useSelection } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { ApplicationCard, applicationColumns } from './application-rows.tsx'
import { DecideApplicationDialog, type PendingDecision } from './DecideApplicationDialog.tsx'
import './membership.css'

const path = '/member-applications'
const { draft: _draft, ...states } = applicationStates
// shows open applications by default
const choices = { all: '全部状态', ...states }

export function ApplicationsPage() {
  const { page, key, chosen } = useListAddress()
  const choice = chosen('state', choices) ?? 'submitted'
  const state = choice === 'all' ? undefined : choice
  const kind = chosen('kind', memberKinds)
  const stage = chosen('stage', reviewBodies)
  const branches = useApi('GET /admin/memberBranches', {})
  const branchNames = Object.fromEntries((branches.data ?? []).map(({ id, name }) => [`${id}`, name]))
  const branch = chosen<string>('branchId', branchNames)
  const narrowed = { state, kind, stage, branchId: branch ? Number(branch) : undefined, key }
  const query = { page, size: pageSize, ...narrowed }
  const loaded = useApi('GET /admin/memberApplications', query)
  const [pickedRows, setPickedRows] = useSelection<StaffApplicationRow>(narrowed)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)

  const waiting = (loaded.data?.content ?? []).filter((row) => row.state === 'submitted')
  const decidePicked = async () => {
    const details = await Promise.all(pickedRows.map(({ id }) => api('GET /admin/memberApplication', { id })))
    setDeciding({
      items: details.map(({ id, version }) => ({ id, version })),
      names: details.map(({ name }) => name),
      kind: null,
    })
  }

  return (
    <>
      <ScreenHead title="入会申请" lead="审核入会申请；退回、不通过须写明理由，申请人会收到通知">
        {waiting.length > 1 && pickedRows.length < waiting.length && (
          <Button onClick={() => setPickedRows(waiting)}>全选本页</Button>
        )}
        {pickedRows.length > 0 && (
          <Button type="primary" onClick={decidePicked}>
            批量审核（{pickedRows.length}）
          </Button>
        )}
      </ScreenHead>
      {(loaded.data?.waiting ?? 0) > 0 && state !== 'submitted' && (
        <Alert
          className="note-above"
          type="info"
          showIcon
          title={`有${loaded.data?.waiting}份申请待审核`}
          action={<Button onClick={() => navigate(path)}>查看</Button>}
        />
      )}
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" labels={choices} initial="submitted" />
        <FilterSelect name="kind" label="按类别筛选" all="全部类别" labels={memberKinds} />
        <FilterSelect name="stage" label="按审核环节筛选" all="全部环节" labels={reviewBodies} />
        {Object.keys(branchNames).length > 0 && (
          <FilterSelect name="branchId" label="按分支机构筛选" all="全部分支机构" labels={branchNames} />
        )}
        <FilterSearch label="搜索申请" placeholder="搜索姓名或单位" />
      </search>
      <PagedList
        loaded={loaded}
        columns={applicationColumns}
        selection={{
          picked: pickedRows.map(({ id }) => id),
          onPick: setPickedRows,
          canPick: (row) => row.state === 'submitted',
          nameOf: (row) => `选择${row.name}的申请`,
        }}
        renderCard={(row) => <ApplicationCard row={row} />}
        empty={<EmptyList message={state === 'submitted' ? '没有待审核的申请' : '没有符合条件的申请'} />}
        unit="份"
        minWidth={1040}
      />
      <DecideApplicationDialog
        deciding={deciding}
        onClose={() => setDeciding(null)}
        onDone={() => {
          setDeciding(null)
          setPickedRows([])
          loaded.reload()
        }}
      />
    </>
  )
}
