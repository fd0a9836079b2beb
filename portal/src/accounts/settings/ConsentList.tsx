// Consents of the user with text, version and time, and their withdrawal.
import { useState } from 'react'
import type { ConsentRecord } from '@xinqiao/contract/http/consents.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { peerGroupHref } from '../../peer-groups/peer-group-addresses.ts'
import { ConsentTextButton } from './ConsentTextButton.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { useAction } from '../../forms/use-action.ts'
import { api } from '../../session/api.ts'

const linkClass = 'inline-flex min-h-11 items-center text-brand-deep underline underline-offset-4'

export function ConsentList({ initial }: { initial: readonly ConsentRecord[] }) {
  const [records, setRecords] = useState(initial)
  const reload = async () => setRecords(await api('GET /consent/mine', {}))
  return (
    <>
      <p className="-mt-3 mb-5 text-muted">
        这里列出您单独给出的同意。您可以随时撤回，撤回不影响此前已经进行的处理。其他内容见
        <a href={routes.privacy} className="mx-1 text-brand-deep underline underline-offset-4">
          隐私政策
        </a>
        。
      </p>
      {records.length === 0 ? (
        <p className="text-muted">您还没有单独给出过同意。</p>
      ) : (
        <ul className="grid gap-3">
          {records.map((record) => (
            <ConsentItem key={record.id} record={record} onWithdrawn={reload} />
          ))}
        </ul>
      )}
    </>
  )
}

function ConsentItem({ record, onWithdrawn }: { record: ConsentRecord; onWithdrawn: () => Promise<void> }) {
  const { title, version, givenTime, withdrawnTime, purpose, groupId, withdrawal, hash } = record
  const [isConfirming, setConfirming] = useState(false)
  const [withdraw, isBusy] = useAction(async () => {
    if (!purpose) return
    await api('POST /consent/withdraw', { purpose })
    showToast('已撤回同意')
    await onWithdrawn()
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line px-4.5 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold text-ink">{title}</p>
        <p className="flex flex-wrap gap-x-3 text-sm leading-6 text-muted">
          <span>版本 {version}</span>
          <span title={hash}>文本摘要 {hash.slice(0, 12)}</span>
          <span>同意时间 {formatMinute(givenTime)}</span>
          {withdrawnTime && <span>已于 {formatMinute(withdrawnTime)} 结束</span>}
        </p>
      </div>
      {groupId !== null && !withdrawnTime && (
        <a href={peerGroupHref({ id: groupId })} className={linkClass}>
          查看小组<span className="sr-only">：{title}</span>
        </a>
      )}
      {(purpose || groupId !== null) && <ConsentTextButton record={record} />}
      {purpose && !withdrawnTime && (
        <Button look="ghost" className="ml-auto" busy={isBusy} busyText="正在撤回…" onClick={() => setConfirming(true)}>
          撤回同意
        </Button>
      )}
      {isConfirming && (
        <Confirm
          title="确定撤回同意吗？"
          text={withdrawal}
          yes="撤回同意"
          no="取消"
          onYes={() => {
            setConfirming(false)
            withdraw()
          }}
          onNo={() => setConfirming(false)}
        />
      )}
    </li>
  )
}
