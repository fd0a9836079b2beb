// Who looked at what, and why. The chain of digests can be gone through here.
import { Alert, Button, DatePicker, Input, Select, type TableColumnsType } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { auditActions, type AuditAction } from '@xinqiao/contract/care.ts'
import type { AuditEntry } from '@xinqiao/contract/http/care.ts'
import { useAction, useFollowing, useLoaded } from '../frame/calls.ts'
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
  memberApplication: '入会申请',
  member: '会员',
  members: '会员名单',
  memberFee: '会费标准',
  membershipSettings: '会籍设置',
  certificate: '证书',
  counsellor: '咨询师',
  credential: '咨询师证书',
  bulletin: '公告',
}
const subjectOf = ({ subject }: AuditEntry) => subject.replace(/^\w+/, (kind) => subjects[kind] ?? kind)

type Filters = {
  action?: AuditAction | undefined
  key?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const addressOf = (filters: Filters, page: number) => {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  )
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

const dayOf = (given: string | null) => (given && /^20\d\d-\d\d-\d\d$/.test(given) ? given : undefined)

export function AuditPage() {
  const { params } = usePlace()
  const given = params.get('action') ?? ''
  const action = given in auditActions ? (given as AuditAction) : undefined
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const key = params.get('key')?.slice(0, 50) || undefined
  const from = dayOf(params.get('from'))
  const until = dayOf(params.get('until'))
  const filters: Filters = { action, key, from, until }
  const query = { page, size: pageSize, ...filters }
  const loaded = useLoaded(JSON.stringify(query), () => api('GET /admin/audit', query))
  const [typed, setTyped] = useFollowing(key ?? '')
  const choose = (change: Filters) => navigate(addressOf({ ...filters, ...change }, 1))
  return (
    <>
      <ScreenHead title="审计日志" lead="工作人员查看个人信息、审核与处理的记录，只增不改">
        <Verified />
      </ScreenHead>
      <search className="filters">
        <Select
          aria-label="按操作筛选"
          className="filter-select"
          placeholder="全部操作"
          allowClear
          value={action}
          onChange={(next?: AuditAction) => choose({ action: next })}
          options={Object.entries(auditActions).map(([value, label]) => ({ value, label }))}
        />
        <DatePicker
          aria-label="从哪天起"
          placeholder="从哪天起"
          value={from ? dayjs(from) : null}
          onChange={(day) => choose({ from: day?.format('YYYY-MM-DD') })}
        />
        <DatePicker
          aria-label="到哪天止"
          placeholder="到哪天止"
          value={until ? dayjs(until) : null}
          onChange={(day) => choose({ until: day?.format('YYYY-MM-DD') })}
        />
        <Input.Search
          aria-label="搜索审计日志"
          className="audit-key"
          placeholder="账号、对象或理由"
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
        addressOf={(next) => addressOf(filters, next)}
        columns={columns}
        renderCards={(rows) => <AuditCards rows={rows} />}
        empty={<Nothing sentence={action || key || from || until ? '没有符合条件的记录' : '还没有记录'} />}
        unit="条"
        minWidth={820}
      />
    </>
  )
}
