// Applications for membership: who waits longest comes first, and several can be decided together.
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { applicationStates, memberKinds } from '@xinqiao/contract/membership.ts'
import type { StaffApplicationRow } from '@xinqiao/contract/http/staff-applications.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import { ApplicationCards, applicationColumns } from './applicationRows.tsx'
import { DecideDialog, type ToDecide } from './DecideDialog.tsx'
import './membership.css'
import { addressOf, chosen, type Filters, usePaging } from './place.ts'

const path = '/member-applications'
const { draft: _draft, ...states } = applicationStates
const optionsOf = (table: Record<string, string>) => Object.entries(table).map(([value, label]) => ({ value, label }))

export function ApplicationsPage() {
  const { params, page } = usePaging()
  // who opens the list wants to work on what waits; `all` shows the rest
  const given = params.get('state')
  const state = given === null ? 'submitted' : chosen(states, given)
  const kind = chosen(memberKinds, params.get('kind'))
  const key = params.get('key')?.slice(0, 50) || undefined
  const filters: Filters = { state: given ?? undefined, kind, key }
  const query = { page, size: pageSize, state, kind, key }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/memberApplications', query))
  const [typed, setTyped] = useFollowing(key ?? '')
  const [picked, setPicked] = useState<StaffApplicationRow[]>([])
  const [deciding, setDeciding] = useState<ToDecide | null>(null)
  const choose = (change: Filters) => {
    setPicked([])
    navigate(addressOf(path, { ...filters, ...change }))
  }

  const waiting = (loaded.data?.content ?? []).filter((row) => row.state === 'submitted')
  const decidePicked = async () => {
    const details = await Promise.all(picked.map(({ id }) => api('GET /admin/memberApplication', { id })))
    setDeciding({
      items: details.filter((one) => one.mayDecide).map(({ id, version }) => ({ id, version })),
      names: details.filter((one) => one.mayDecide).map(({ name }) => name),
      kind: null,
    })
  }

  return (
    <>
      <ScreenHead title="入会申请" lead="审核入会申请；退回、不通过须写明理由，申请人会收到通知">
        {waiting.length > 1 && picked.length < waiting.length && (
          <Button onClick={() => setPicked(waiting)}>全选本页</Button>
        )}
        {picked.length > 0 && (
          <Button type="primary" onClick={decidePicked}>
            批量审核（{picked.length}）
          </Button>
        )}
      </ScreenHead>
      {(loaded.data?.waiting ?? 0) > 0 && state !== 'submitted' && (
        <Alert
          className="member-note"
          type="info"
          showIcon
          title={`有${loaded.data?.waiting}份申请待审核`}
          action={<Button onClick={() => navigate(path)}>查看</Button>}
        />
      )}
      <search className="filters">
        <Select
          aria-label="按状态筛选"
          className="filter-select"
          value={state ?? 'all'}
          onChange={(next: string) => choose({ state: next === 'submitted' ? undefined : next })}
          options={[{ value: 'all', label: '全部状态' }, ...optionsOf(states)]}
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
        <Input.Search
          aria-label="搜索申请"
          className="member-key"
          placeholder="搜索姓名或单位"
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
        columns={applicationColumns}
        selection={{
          picked: picked.map(({ id }) => id),
          onPick: setPicked,
          canPick: (row) => row.state === 'submitted',
          nameOf: (row) => `选择${row.name}的申请`,
        }}
        renderCards={(rows) => <ApplicationCards rows={rows} />}
        empty={<Nothing sentence={state === 'submitted' ? '没有待审核的申请' : '没有符合条件的申请'} />}
        unit="份"
        minWidth={1040}
      />
      <DecideDialog
        deciding={deciding}
        onClose={() => setDeciding(null)}
        onDone={() => {
          setDeciding(null)
          setPicked([])
          loaded.reload()
        }}
      />
    </>
  )
}
