// Requests for the deletion of chat messages and for closing the account: what happens, what stays, and their states.
import { useState } from 'react'
import { dataRequestKinds, dataRequestStates, type DataRequestKind } from '@xinqiao/contract/data-requests.ts'
import type { DataRequest } from '@xinqiao/contract/http/data-requests.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useAction } from '../../forms/use-action.ts'
import { formatMinute } from '../../frame/format-time.ts'
import { api } from '../../session/api.ts'
import { useStepUp, type WithStepUp } from '../factors/use-step-up.tsx'

export type OwnDataRequests = { requests: readonly DataRequest[]; obstacles: readonly string[] }
type RequestFormProps = {
  isOpen: boolean
  withStepUp: WithStepUp
  onChange: () => Promise<void>
}

const listClass = 'mt-2 mb-4 list-disc pl-5 text-muted'
const questions: Record<DataRequestKind, { title: string; text: string; yes: string }> = {
  chatErasure: {
    title: '申请删除聊天消息？',
    text: '秘书处办理之前什么都不会删除，您可以随时撤回。办理之后不能恢复。',
    yes: '申请删除',
  },
  accountClosure: {
    title: '申请注销账号？',
    text: '秘书处办理之前账号照常使用，您可以随时撤回。办理之后不能再登录，也不能恢复。',
    yes: '申请注销',
  },
}

function useRequest({ withStepUp, onChange }: RequestFormProps, kind: DataRequestKind, includesPrivate = false) {
  return useAction(async () => {
    await withStepUp(() => api('POST /dataRequest/add', { kind, includesPrivate }))
    showToast('申请已提交')
    await onChange()
  })
}

type RequestButtonProps = { kind: DataRequestKind; isBusy: boolean; isDisabled: boolean; onSend: () => void }
function RequestButton({ kind, isBusy, isDisabled, onSend }: RequestButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const { title, text, yes } = questions[kind]
  return (
    <>
      <Button look="ghost" busy={isBusy} busyText="正在提交…" disabled={isDisabled} onClick={() => setAsking(true)}>
        {yes}
      </Button>
      {isAsking && (
        <Confirm
          {...{ title, text, yes }}
          no="取消"
          onYes={() => {
            setAsking(false)
            onSend()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

function ErasureForm(props: RequestFormProps) {
  const [includesPrivate, setIncludesPrivate] = useState(false)
  const [send, isBusy] = useRequest(props, 'chatErasure', includesPrivate)
  return (
    <section aria-labelledby="erasure" className="mb-8">
      <h2 id="erasure" className="text-lg font-semibold text-ink">
        删除我的聊天消息
      </h2>
      <ul className={listClass}>
        <li>您在各个小组里写的消息、图片和表情回应都会永久删除，其他人写的不受影响。</li>
        <li>危机提醒的处理记录、已经收到的举报和通话的时间记录，按规定保存到期。</li>
        <li>有危机提醒还在跟进时，结束之后再办理。</li>
      </ul>
      <label className="mb-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={includesPrivate}
          onChange={({ target }) => setIncludesPrivate(target.checked)}
        />
        也删除我的全部私聊和与咨询师的对话。私聊整段删除，对方也不再看到
      </label>
      <RequestButton kind="chatErasure" isBusy={isBusy} isDisabled={props.isOpen} onSend={send} />
    </section>
  )
}

function ClosureForm({ obstacles, ...props }: RequestFormProps & Pick<OwnDataRequests, 'obstacles'>) {
  const [send, isBusy] = useRequest(props, 'accountClosure')
  return (
    <section aria-labelledby="closure" className="mb-8">
      <h2 id="closure" className="text-lg font-semibold text-ink">
        注销账号
      </h2>
      <ul className={listClass}>
        <li>注销后不能再登录。昵称、头像、邮箱、手机号和两步验证都会删除，手机号可以重新注册。</li>
        <li>您会退出所有小组。以前写的问答和聊天消息不再显示您的名字；想删除聊天消息，请先申请删除。</li>
        <li>缴费与票据、考试与证书、危机提醒的处理记录依照规定保存到期，不作他用。</li>
      </ul>
      {obstacles.length > 0 && (
        <div className="mb-4 rounded-card bg-tint px-4.5 py-4">
          <p className="font-semibold text-ink">申请注销之前，请先处理：</p>
          <ul className="mt-1 list-disc pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </div>
      )}
      <RequestButton
        kind="accountClosure"
        isBusy={isBusy}
        isDisabled={props.isOpen || obstacles.length > 0}
        onSend={send}
      />
    </section>
  )
}

function RequestRow({ request, onChange }: { request: DataRequest; onChange: () => Promise<void> }) {
  const { id, kind, includesPrivate, state, createTime, settledTime, reason } = request
  const [withdraw, isBusy] = useAction(async () => {
    await api('POST /dataRequest/withdraw', { id })
    showToast('申请已撤回')
    await onChange()
  })
  const name = dataRequestKinds[kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line px-4.5 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold text-ink">
          {name}
          {includesPrivate && '（包括私聊）'}：{dataRequestStates[state]}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm leading-6 text-muted">
          <span>申请时间 {formatMinute(createTime)}</span>
          {settledTime && <span>结束时间 {formatMinute(settledTime)}</span>}
        </p>
        {reason && <p>原因：{reason}</p>}
      </div>
      {state === 'open' && (
        <Button look="ghost" busy={isBusy} busyText="正在撤回…" onClick={withdraw}>
          撤回申请
        </Button>
      )}
    </li>
  )
}

export function DataRequests({ initial }: { initial: OwnDataRequests }) {
  const [{ requests, obstacles }, setOwn] = useState(initial)
  const { withStepUp, dialog } = useStepUp()
  const reload = async () => setOwn(await api('GET /dataRequest/mine', {}))
  const isOpen = (kind: DataRequestKind) => requests.some((row) => row.kind === kind && row.state === 'open')
  const form = { withStepUp, onChange: reload }
  return (
    <>
      <p className="-mt-3 mb-6 text-muted">
        提交申请后，由协会秘书处在十五个工作日内办理或答复，结果会通知您。依据见
        <a href={routes.privacy} className="mx-1 text-brand-deep underline underline-offset-4">
          隐私政策
        </a>
        。如果您现在很难受，可以随时拨打 12356。
      </p>
      {requests.length > 0 && (
        <ul className="mb-8 grid gap-3" aria-label="我的申请">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} onChange={reload} />
          ))}
        </ul>
      )}
      <ErasureForm {...form} isOpen={isOpen('chatErasure')} />
      <ClosureForm {...form} isOpen={isOpen('accountClosure')} obstacles={obstacles} />
      {dialog}
    </>
  )
}
