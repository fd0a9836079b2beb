// Who looked at what, and why. The chain of digests can be gone through here.
import { Alert, Button, Select, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { auditActions, type AuditAction } from '@xinqiao/contract/care.ts'
import type { AuditEntry } from '@xinqiao/contract/http/care.ts'
import { useAction, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead } from '../frame/states.tsx'
import { api } from '../session/api.ts'

const columns: TableColumnsType<AuditEntry> = [
  { title: '时间', dataIndex: 'time', width: 180, className: 'nowrap' },
  { title: '账号', dataIndex: 'actor', width: 140 },
  { title: '操作', key: 'action', width: 150, render: (_, entry) => auditActions[entry.action] },
  { title: '对象', key: 'subject', width: 150, render: (_, entry) => subjectOf(entry) },
  { title: '理由', key: 'reason', render: (_, entry) => entry.reason || '—' },
]

const subjects: Record<string, string> = {
  crisisAlert: '危机提醒',
  conversation: '会话',
  complaint: '咨询投诉',
  question: '问题',
  answer: '回答',
  counsellor: '咨询师',
  credential: '咨询师证书',
  bulletin: '公告',
}
const subjectOf = ({ subject }: AuditEntry) => subject.replace(/^\w+/, (kind) => subjects[kind] ?? kind)

const addressOf = (action: AuditAction | undefined, page: number) => {
  const query = new URLSearchParams()
  if (action) query.set('action', action)
  if (page > 1) query.set('page', `${page}`)
  return query.size ? `/audit?${query}` : '/audit'
}

function Verified() {
  const [state, setState] = useState<{ entries: number; brokenAt: number | null; lastHash: string } | null>(null)
  const [verify, busy] = useAction(async () => setState(await api('GET /admin/audit/verify', {})))
  return (
    <div className="audit-verify">
      <Button loading={busy} onClick={() => verify()}>
        核对完整性
      </Button>
      {state && (
        <Alert
          type={state.brokenAt === null ? 'success' : 'error'}
          showIcon
          title={
            state.brokenAt === null
              ? `共${state.entries}条，逐条核对无误`
              : `第${state.brokenAt}号记录与前一条不符，日志可能被改动，请立即联系技术人员`
          }
          description={
            state.brokenAt === null && state.entries > 0 && `末条摘要 ${state.lastHash.slice(0, 16)}…，可抄录备查`
          }
        />
      )}
    </div>
  )
}

const AuditCards = ({ rows }: { rows: AuditEntry[] }) => (
  <ul className="cards">
    {rows.map((entry) => (
      <li key={entry.id}>
        <strong>{auditActions[entry.action]}</strong>
        <div className="cards-facts">
          <span>{entry.actor}</span>
          <span>{subjectOf(entry)}</span>
          <span>{entry.time}</span>
        </div>
        {entry.reason && <p>{entry.reason}</p>}
      </li>
    ))}
  </ul>
)

export function AuditPage() {
  const { params } = usePlace()
  const given = params.get('action') ?? ''
  const action = given in auditActions ? (given as AuditAction) : undefined
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const query = { page, size: pageSize, action }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/audit', query))
  return (
    <>
      <ScreenHead title="审计日志" lead="工作人员查看用户隐私和处理危机的记录，只增不改">
        <Verified />
      </ScreenHead>
      <search className="filters">
        <Select
          aria-label="按操作筛选"
          className="filter-select"
          placeholder="全部操作"
          allowClear
          value={action}
          onChange={(next?: AuditAction) => navigate(addressOf(next, 1))}
          options={Object.entries(auditActions).map(([value, label]) => ({ value, label }))}
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf(action, next)}
        columns={columns}
        renderCards={(rows) => <AuditCards rows={rows} />}
        empty={<Nothing sentence="还没有记录" />}
        unit="条"
        minWidth={820}
      />
    </>
  )
}
