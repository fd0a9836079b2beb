// The audit log: accesses to data, with person and reason. Its hash chain can be verified here.
import type { TableColumnsType } from 'antd'
import { auditActions, auditSubjects } from '@xinqiao/contract/audit.ts'
import type { AuditEntry } from '@xinqiao/contract/http/crisis/audit-log.ts'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { LogFilters, useLogFilters } from './LogFilters.tsx'
import { ChainVerification } from './ChainVerification.tsx'

const columns: TableColumnsType<AuditEntry> = [
  { title: '时间', dataIndex: 'time', width: 180, className: 'nowrap' },
  { title: '账号', dataIndex: 'actor', width: 140 },
  { title: '操作', dataIndex: 'title', width: 200 },
  { title: '对象', key: 'subject', width: 150, render: (_, entry) => describeSubject(entry) },
  { title: '理由', key: 'reason', render: (_, entry) => entry.reason || '—' },
]

/** Replaces all kinds in a subject, such as `exam 4 examQuestion 71`, by their labels. */
const describeSubject = ({ subject }: AuditEntry) =>
  subject === 'id —'
    ? '—'
    : subject.replaceAll(/[a-z]\w*/gi, (kind) => (auditSubjects as Record<string, string>)[kind] ?? kind)

const AuditCard = ({ entry }: { entry: AuditEntry }) => (
  <>
    <strong>{entry.title}</strong>
    <div className="cards-facts">
      <span>{entry.actor}</span>
      <span>{describeSubject(entry)}</span>
      <span>{entry.time}</span>
    </div>
    {entry.reason && <p>{entry.reason}</p>}
  </>
)

export function AuditPage() {
  const { filters, page, isFiltered } = useLogFilters('action', auditActions)
  const { kind: action, ...rest } = filters
  const query = { page, size: pageSize, action, ...rest }
  const loaded = useApi('GET /admin/audit', query)
  return (
    <>
      <ScreenHead title="审计日志" lead="工作人员查看个人信息、修改与处理的记录，只增不改">
        <ChainVerification verify={() => api('GET /admin/audit/verify', {})} />
      </ScreenHead>
      <LogFilters name="action" kinds={auditActions} noun="操作" within="账号、操作、对象或理由" label="搜索审计日志" />
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(entry) => <AuditCard entry={entry} />}
        empty={<EmptyList message={isFiltered ? '没有符合条件的记录' : '还没有记录'} />}
        unit="条"
        minWidth={820}
      />
    </>
  )
}
