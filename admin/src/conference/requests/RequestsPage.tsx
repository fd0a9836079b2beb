// Requests after the deadlines: changes, transfers, late cancellations, and the secretariat's answers.
import { App, Button, Form, Input, Modal, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffRegistrationRequest } from '@xinqiao/contract/http/conference/registrations.ts'
import { requestKinds, requestStates } from '@xinqiao/contract/meetings.ts'
import { formatMinuteOrDash } from '../../kit/format-time.ts'
import { useAction } from '../../kit/api/hooks.ts'
import { FilterSelect, useListAddress } from '../../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../../kit/lists/PagedList.tsx'
import { Link } from '../../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import '../conference.css'

// shows open requests by default
const choices = { ...requestStates, overdue: '已逾期', all: '全部状态' }

const RequestedChange = ({ request }: { request: StaffRegistrationRequest }) => (
  <>
    {request.reason && <p className="hint">{request.reason}</p>}
    {request.wanted.length > 0 && (
      <ul className="wanted">
        {request.wanted.map((line) => (
          <li key={line.label}>
            {line.label}：{line.from || '（空）'} → {line.to || '（空）'}
          </li>
        ))}
      </ul>
    )}
    {request.answer && <p className="hint">答复：{request.answer}</p>}
  </>
)

/** Deadline for the answer, while the request is open. */
const DueDate = ({ request: { state, dueTime, isOverdue } }: { request: StaffRegistrationRequest }) => (
  <>
    {requestStates[state]}
    {state === 'asked' && (
      <div className={isOverdue ? 'request-overdue' : 'hint'}>{isOverdue ? '已逾期' : `${dueTime.slice(5, 16)}前`}</div>
    )}
  </>
)

type DecideButtonProps = { request: StaffRegistrationRequest; onOpen: (request: StaffRegistrationRequest) => void }
const DecideButton = ({ request, onOpen }: DecideButtonProps) =>
  request.state === 'asked' ? (
    <Button type="link" aria-label={`处理：${request.name}`} onClick={() => onOpen(request)}>
      处理
    </Button>
  ) : null

export function RequestsPage() {
  const { page, chosen } = useListAddress()
  const choice = chosen('state', choices) ?? 'asked'
  const state = choice === 'all' ? undefined : choice
  const query = { page, size: pageSize, state }
  const loaded = useApi('GET /admin/registrationRequests', query)
  const [open, setOpen] = useState<StaffRegistrationRequest | null>(null)
  const columns: TableColumnsType<StaffRegistrationRequest> = [
    { title: '申请', key: 'kind', width: 120, render: (_, request) => requestKinds[request.kind] },
    { title: '参会者', dataIndex: 'name', width: 120 },
    { title: '内容', key: 'wanted', render: (_, request) => <RequestedChange request={request} /> },
    { title: '状态', key: 'state', width: 130, render: (_, request) => <DueDate request={request} /> },
    {
      title: '时间',
      key: 'time',
      width: 150,
      className: 'nowrap',
      render: (_, request) => formatMinuteOrDash(request.time),
    },
    {
      title: '操作',
      key: 'actions',
      width: 90,
      render: (_, request) => <DecideButton request={request} onOpen={setOpen} />,
    },
  ]
  return (
    <>
      <ScreenHead title="变更申请" lead="变更截止后的回执修改、名额转让与逾期取消">
        <Link to="/meetings">返回会议</Link>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" labels={choices} initial="asked" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(request) => (
          <>
            <strong>{`${requestKinds[request.kind]}：${request.name}`}</strong>
            <div className="cards-facts">
              <DueDate request={request} />
              <span>{formatMinuteOrDash(request.time)}</span>
            </div>
            <RequestedChange request={request} />
            <DecideButton request={request} onOpen={setOpen} />
          </>
        )}
        empty={<EmptyList message="没有这种状态的申请" />}
        unit="份申请"
        minWidth={900}
      />
      {open && (
        <DecideRequestDialog
          request={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

type DecideRequestDialogProps = { request: StaffRegistrationRequest; onClose: () => void; onDone: () => void }

function DecideRequestDialog({ request, onClose, onDone }: DecideRequestDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ answer?: string }>()
  const [decide, busy] = useAction(async (approve: boolean) => {
    const answer = (form.getFieldValue('answer') as string | undefined) ?? ''
    const { invoice } = await api('POST /admin/registrationRequest/decide', { id: request.id, approve, answer })
    message.success([approve ? '已同意' : '已回复不同意', invoice].filter(Boolean).join('；'))
    onDone()
  })
  return (
    <Modal
      open
      title={`${requestKinds[request.kind]}：${request.name}`}
      onCancel={onClose}
      footer={[
        <Button key="no" danger loading={busy} onClick={() => decide(false)}>
          不同意
        </Button>,
        <Button key="yes" type="primary" loading={busy} onClick={() => decide(true)}>
          同意
        </Button>,
      ]}
    >
      <RequestedChange request={request} />
      <Form form={form} layout="vertical">
        <Form.Item name="answer" label="答复" extra="会告知申请人">
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
