// Applications to a peer group that wait for a decision, under their aliases.
import { App, Button } from 'antd'
import { useState } from 'react'
import type { PeerApplication } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { api } from '../kit/api/api.ts'
import { useAction } from '../kit/api/hooks.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { LoadFailed, LoadingView } from '../kit/states.tsx'

const refuseLabels = { ok: '婉拒', label: '婉拒原因', note: '申请人会看到这个原因。' }

type ApplicationsProps = { groupId: number; onChange: () => void }

export function Applications({ groupId, onChange }: ApplicationsProps) {
  const { message } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/peerGroup/applications', { id: groupId })
  const [refusedApplication, setRefusedApplication] = useState<PeerApplication | null>(null)
  const decide = async (id: number, isAccepted: boolean, reason = '') => {
    await api('POST /admin/peerGroup/decide', { id, isAccepted, reason })
    message.success('处理成功')
    setRefusedApplication(null)
    reload()
    onChange()
  }
  const [accept, busy] = useAction((id: number) => decide(id, true))
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <section className="panel">
      <h2>待审核的申请</h2>
      {data.content.length === 0 ? (
        <p className="hint">没有待审核的申请</p>
      ) : (
        <ul className="cards">
          {data.content.map((application) => (
            <li key={application.id}>
              <strong>{application.alias}</strong>
              <div className="cards-facts">
                <span>{formatMinuteOrDash(application.createTime)}</span>
                {application.isInDanger && <ToneTag tone="gravest">可能提示危险，已提醒值班人员</ToneTag>}
                {application.removedTime && (
                  <ToneTag tone="bad">
                    曾于{formatMinuteOrDash(application.removedTime)}被移出小组
                    {application.removedAlias && `（${application.removedAlias}）`}
                  </ToneTag>
                )}
              </div>
              <p className="keeps-lines">{application.note}</p>
              <div className="button-row">
                <Button
                  size="small"
                  type="primary"
                  loading={busy}
                  aria-label={`接受${application.alias}`}
                  onClick={() => void accept(application.id)}
                >
                  接受
                </Button>
                <Button
                  size="small"
                  aria-label={`婉拒${application.alias}`}
                  onClick={() => setRefusedApplication(application)}
                >
                  婉拒
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ReasonDialog
        title={refusedApplication && `婉拒${refusedApplication.alias}的申请`}
        labels={refuseLabels}
        onClose={() => setRefusedApplication(null)}
        onConfirm={async (reason) => {
          if (refusedApplication) await decide(refusedApplication.id, false, reason)
        }}
      />
    </section>
  )
}
