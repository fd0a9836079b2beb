// Submissions of one call: search, assign reviewers in bulk, export.
import { DownloadOutlined } from '@ant-design/icons'
import { App, Button, Checkbox, Form, Select, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffSubmission } from '@xinqiao/contract/http/submissions/staff.ts'
import { appliedKinds, isSettled, submissionStates } from '@xinqiao/contract/submissions.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules } from '../kit/forms/forms.ts'
import { FilterSearch, FilterSelect, useListAddress, useSelection } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { ExportDialog } from '../kit/lists/ExportDialog.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './submissions.css'

const handedInStates = Object.entries(submissionStates).filter(([state]) => state !== 'draft')

const DueTime = ({ row }: { row: StaffSubmission }) =>
  row.dueTime ? (
    <Tag color={row.isOverdue ? 'error' : 'processing'}>
      {row.isOverdue ? '已超时' : `${row.dueTime.slice(5, 10)}前`}
    </Tag>
  ) : null

type SubmissionSelection = { ids: readonly number[]; isOver: boolean; toggle: (id: number) => void }
const RowCheckbox = ({ row, choice }: { row: StaffSubmission; choice: SubmissionSelection }) => (
  <Checkbox
    aria-label={`选择：${row.title}`}
    checked={choice.ids.includes(row.id)}
    disabled={choice.isOver || (row.state !== 'submitted' && row.state !== 'accepted')}
    onChange={() => choice.toggle(row.id)}
  />
)

const createSubmissionColumns = (choice: SubmissionSelection, isRanked: boolean): TableColumnsType<StaffSubmission> => [
  ...(isRanked
    ? [
        {
          title: '选择',
          key: 'choose',
          width: 48,
          render: (_: unknown, row: StaffSubmission) => <RowCheckbox row={row} choice={choice} />,
        },
      ]
    : []),
  { title: '题目或对象', key: 'title', render: (_, row) => <Link to={`/submissions/${row.id}`}>{row.title}</Link> },
  { title: '作者或联系人', dataIndex: 'author', width: 120 },
  { title: '状态', key: 'state', width: 110, render: (_, row) => submissionStates[row.state] },
  ...(isRanked
    ? [
        {
          title: '评审',
          key: 'reviews',
          width: 90,
          render: (_: unknown, row: StaffSubmission) => `${row.reviewsDone}/${row.reviews}`,
        },
        {
          title: '平均分',
          key: 'score',
          width: 100,
          render: (_: unknown, row: StaffSubmission) => row.score?.toFixed(2) ?? '—',
        },
      ]
    : [{ title: '时限', key: 'due', width: 110, render: (_: unknown, row: StaffSubmission) => <DueTime row={row} /> }]),
  {
    title: '提交时间',
    key: 'time',
    width: 150,
    className: 'nowrap',
    render: (_, row) => formatMinuteOrDash(row.submitTime),
  },
]

export function SubmissionsPage() {
  const { params, page, key, chosen } = useListAddress()
  const calls = useApi('GET /admin/calls', {})
  const call = calls.data?.find((item) => item.id === Number(params.get('call'))) ?? calls.data?.[0]
  const state = chosen('state', submissionStates)
  const filters = { callId: call?.id ?? 0, state, key }
  const query = { page, size: pageSize, ...filters }
  const loaded = useApi('GET /admin/submissions', call ? query : null)
  const [ids, tick] = useSelection<number>({ ...query, page: 0 })
  const [open, setOpen] = useState<'none' | 'assign' | 'export'>('none')
  const choice: SubmissionSelection = {
    ids,
    isOver: call !== undefined && (isSettled(call.state) || call.isPurged),
    toggle: (id) => tick(ids.includes(id) ? ids.filter((item) => item !== id) : [...ids, id]),
  }
  if (!calls.data) return calls.error ? <LoadFailed message={calls.error} onRetry={calls.reload} /> : <LoadingView />
  if (!call) return <EmptyList message="还没有征集" />
  const isRanked = !appliedKinds.includes(call.kind)
  return (
    <>
      <ScreenHead title="投稿与申报" lead="作者信息与作品分开保存，评审专家看不到作者">
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen('export')}>
          导出 Excel
        </Button>
        {isRanked && (
          <Button type="primary" disabled={ids.length === 0} onClick={() => setOpen('assign')}>
            {ids.length > 0 ? `分配评审（${ids.length}件）` : '分配评审'}
          </Button>
        )}
      </ScreenHead>
      <search className="filters">
        <FilterSelect
          name="call"
          label="征集"
          labels={(calls.data ?? []).map(({ id, title }) => [`${id}`, title] as const)}
          initial={`${call.id}`}
          isWide
        />
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={handedInStates} />
        <FilterSearch
          label="搜索题目"
          placeholder={call.kind === 'individual' ? '按列表中可见的字搜索' : '搜索题目或对象'}
        />
      </search>
      <PagedList
        loaded={loaded}
        columns={createSubmissionColumns(choice, isRanked)}
        renderCard={(row) => (
          <>
            <Link to={`/submissions/${row.id}`}>{row.title}</Link>
            <div className="cards-facts">
              <span>{submissionStates[row.state]}</span>
              <span>{row.author}</span>
              {isRanked && <span>{`评审${row.reviewsDone}/${row.reviews}`}</span>}
              <DueTime row={row} />
            </div>
            {isRanked && <RowCheckbox row={row} choice={choice} />}
          </>
        )}
        empty={<EmptyList message="没有符合条件的投稿或申报" />}
        unit="份"
        minWidth={900}
      />
      {open === 'assign' && (
        <AssignDialog
          ids={ids}
          onClose={() => setOpen('none')}
          onDone={() => {
            setOpen('none')
            tick([])
            loaded.reload()
          }}
        />
      )}
      <ExportDialog isOpen={open === 'export'} kind="submissions" query={filters} onClose={() => setOpen('none')} />
    </>
  )
}

type AssignDialogProps = { ids: number[]; onClose: () => void; onDone: () => void }

function AssignDialog({ ids, onClose, onDone }: AssignDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reviewerIds: number[] }>()
  const { data } = useApi('GET /admin/reviewers', {})
  const [assign, busy] = useFormAction(form, async ({ reviewerIds }: { reviewerIds: number[] }) => {
    const { assigned } = await api('POST /admin/submission/assign', { ids, reviewerIds })
    message.success(assigned > 0 ? `已分配${assigned}项评审` : '这些作品已分配给所选专家')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      open
      title={`为${ids.length}件作品分配评审专家`}
      okText="分配"
      isBusy={busy}
      onClose={onClose}
      onSend={assign}
    >
      <Form.Item
        name="reviewerIds"
        label="评审专家"
        extra="本人的作品不会分给本人；括号内是手上未完成的评审数"
        rules={requiredRules('请选择评审专家')}
      >
        <Select
          mode="multiple"
          loading={!data}
          optionFilterProp="label"
          options={(data ?? []).map((item) => ({ value: item.id, label: `${item.name}（${item.open}）` }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
