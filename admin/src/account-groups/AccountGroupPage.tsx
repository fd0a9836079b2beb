// One group that accounts created: mute everyone, dissolve it, and its members.
import { App, Button } from 'antd'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonButton } from '../kit/forms/ReasonButton.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, LoadingView, ScreenHead } from '../kit/states.tsx'
import { createDissolveLabels } from '../peer-groups/dissolve-labels.ts'
import { announceReportChange } from '../peer-groups/waiting-reports.ts'
import { AccountGroupMembers } from './AccountGroupMembers.tsx'

const silenceLabels = {
  ok: '全员禁言',
  label: '禁言原因',
  note: '只有组长还能发言，向组员说明；组长也可以单独禁言。组长不能解除，由协会解除。原因记入审计。',
  isDanger: true,
}
const unsilenceLabels = { ok: '解除全员禁言', label: '解除原因', note: '记入审计。' }
const dissolveNote = '聊天随之结束，不能恢复。所有成员会收到通知，原因会写在通知里。待处理的举报随之办结。'

export function AccountGroupPage({ id: idText }: ScreenProps) {
  const id = Number(idText)
  const { message } = App.useApp()
  const { data: group, error, reload } = useApi('GET /admin/accountGroup', { id })
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!group) return <LoadingView />
  const { name, isSilenced, isValid, openReports } = group
  const silence = isSilenced ? unsilenceLabels : silenceLabels
  return (
    <>
      <ScreenHead title={name}>
        {isValid && (
          <>
            <ReasonButton
              name={silence.ok}
              title={`${silence.ok}：${name}`}
              labels={silence}
              onConfirm={async (reason) => {
                await api('POST /admin/accountGroup/silence', { id, isSilenced: !isSilenced, reason })
                message.success(isSilenced ? '已解除全员禁言' : '已全员禁言')
                reload()
              }}
            />
            <ReasonButton
              name="解散"
              title={`解散“${name}”`}
              labels={createDissolveLabels(dissolveNote, group.membersWithAlerts)}
              onConfirm={async (reason) => {
                await api('POST /admin/accountGroup/dissolve', { id, reason })
                message.success('小组已解散')
                announceReportChange()
                reload()
              }}
            />
          </>
        )}
      </ScreenHead>
      <p>
        {group.care && <ToneTag tone="gravest">名称或介绍提示危险</ToneTag>}{' '}
        {!isValid && <ToneTag tone="calm">已解散</ToneTag>}
        {isSilenced && isValid && <ToneTag tone="warm">全员禁言</ToneTag>} 编号 {id} · 组长 {group.ownerName} · 成员{' '}
        {group.members} · 建立于 {formatMinuteOrDash(group.createTime)}
      </p>
      {openReports > 0 && (
        <p>
          有 {openReports} 件举报待处理。 <Button onClick={() => navigate('/peer-reports?state=open')}>查看举报</Button>
        </p>
      )}
      {group.intro !== '' && (
        <section className="panel">
          <h2>介绍</h2>
          <p className="keeps-lines">{group.intro}</p>
        </section>
      )}
      {isValid && <AccountGroupMembers key={group.members} id={id} onChange={reload} />}
    </>
  )
}
