// Requests of people for the deletion of their chat messages and for closing their account.
import { App, Button, type TableColumnsType } from 'antd'
import { dataRequestKinds, dataRequestStates } from '@xinqiao/contract/data-requests.ts'
import type { StaffDataRequest } from '@xinqiao/contract/http/data-requests.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonButton } from '../kit/forms/ReasonButton.tsx'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'

type RequestProps = { request: StaffDataRequest }
type RequestActionsProps = RequestProps & { onChange: () => void }

const effects = {
  chatErasure: '本人在所有小组里写的消息将永久销毁，不能恢复。',
  accountClosure: '账号将不能再登录，昵称、头像、邮箱和手机号删除，本人退出所有小组。不能恢复。',
} as const
const privateEffect = '本人的全部私聊和咨询对话整段销毁，对方也不再看到。'
const refusalLabels = { ok: '不办理', label: '不办理的理由', note: '本人会看到理由。' }

const nameKind = ({ kind, includesPrivate }: StaffDataRequest) =>
  `${dataRequestKinds[kind]}${includesPrivate ? '（包括私聊）' : ''}`
const StateTag = ({ request: { state } }: RequestProps) => (
  <ToneTag tone={state === 'open' ? 'bad' : 'calm'}>{dataRequestStates[state]}</ToneTag>
)
const Owner = ({ request: { name, username } }: RequestProps) => (
  <>
    {name} <span className="hint">{username}</span>
  </>
)

function RequestActions({ request, onChange }: RequestActionsProps) {
  const { modal, message } = App.useApp()
  const { id, kind, includesPrivate, state, obstacles, settledBy, settledTime, reason } = request
  if (state !== 'open')
    return (
      <div>
        {settledBy} {formatMinuteOrDash(settledTime)}
        {reason && <div className="hint">理由：{reason}</div>}
      </div>
    )
  const carryOut = () =>
    modal.confirm({
      title: `办理：${nameKind(request)}`,
      content: `${effects[kind]}${includesPrivate ? privateEffect : ''}请先核实是本人申请。您的账号和时间会记入审计日志。`,
      okText: '确定办理',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        await api('POST /admin/dataRequest/carryOut', { id })
        message.success('已办理')
        onChange()
      },
    })
  return (
    <>
      {obstacles.map((obstacle) => (
        <div key={obstacle} className="hint">
          {obstacle}
        </div>
      ))}
      <div className="button-row">
        <Button
          size="small"
          danger
          disabled={obstacles.length > 0}
          aria-label={`办理${request.name}的申请`}
          onClick={carryOut}
        >
          办理
        </Button>
        <ReasonButton
          isSmall
          name={`不办理${request.name}的申请`}
          title={`不办理：${nameKind(request)}`}
          labels={refusalLabels}
          onConfirm={async (text) => {
            await api('POST /admin/dataRequest/refuse', { id, reason: text })
            onChange()
          }}
        />
      </div>
    </>
  )
}

export function DataRequestsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', dataRequestStates)
  const loaded = useApi('GET /admin/dataRequests', { page, size: pageSize, state })
  const columns: TableColumnsType<StaffDataRequest> = [
    { title: '申请人', key: 'owner', render: (_, request) => <Owner request={request} /> },
    { title: '申请', key: 'kind', render: (_, request) => nameKind(request) },
    { title: '状态', key: 'state', width: 120, render: (_, request) => <StateTag request={request} /> },
    {
      title: '申请时间',
      key: 'time',
      width: 160,
      className: 'nowrap',
      render: (_, request) => formatMinuteOrDash(request.createTime),
    },
    {
      title: '办理',
      key: 'actions',
      width: 280,
      render: (_, request) => <RequestActions request={request} onChange={loaded.reload} />,
    },
  ]
  return (
    <>
      <ScreenHead
        title="删除与注销申请"
        lead="本人在设置里提交的申请，请在十五个工作日内办理或答复；办理之前本人可以撤回"
      />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={dataRequestStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(request) => (
          <>
            <strong>
              <Owner request={request} />
            </strong>
            <div className="cards-facts">
              <StateTag request={request} />
              <span>{nameKind(request)}</span>
              <span>{formatMinuteOrDash(request.createTime)}</span>
            </div>
            <RequestActions request={request} onChange={loaded.reload} />
          </>
        )}
        empty={<EmptyList message="没有申请" />}
        unit="个申请"
        minWidth={900}
      />
    </>
  )
}
