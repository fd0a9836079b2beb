// The group of a committee or meeting: creates it from the list, shows differences, closes and dissolves it.
import { App, Button } from 'antd'
import { useState } from 'react'
import type { RosterStatus } from '@xinqiao/contract/http/roster-groups.ts'
import { daysOfMeetingGroup, rosterGroupStates, type RosterKind } from '@xinqiao/contract/roster-groups.ts'
import { api } from '../kit/api/api.ts'
import { useAction } from '../kit/api/hooks.ts'
import { useApi } from '../kit/api/use-api.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { LoadFailed } from '../kit/states.tsx'
import { announceReportChange } from '../peer-groups/waiting-reports.ts'

const dissolveLabels = {
  ok: '解散',
  label: '解散原因',
  note: '聊天随之结束，不能恢复。成员会收到通知，原因会写在通知里。待处理的举报随之办结。',
  isDanger: true,
}

const explanations: Record<RosterKind, string> = {
  committee:
    '咨询师自动成为成员；其他人收到邀请，同意显示真实姓名后自己加入。离开名单的人一分钟内离开群，看不到以前的消息。',
  meeting: `已缴费的参会者：咨询师自动成为成员，其他人收到邀请后自己加入；没有同意公开姓名的人只显示姓。会议结束${daysOfMeetingGroup}天后停止发言，个人信息到期清除时解散。`,
}

type RosterGroupPanelProps = { kind: RosterKind; sourceId: number }

export function RosterGroupPanel({ kind, sourceId }: RosterGroupPanelProps) {
  const { modal, message } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/rosterGroup', { kind, sourceId })
  const [create, isCreating] = useAction(async () => {
    await api('POST /admin/rosterGroup', { kind, sourceId })
    message.success('群已建立，名单上的人会收到通知')
    reload()
  })
  const confirmCreation = () =>
    modal.confirm({
      title: '按名单建立群吗？',
      content: `名单上有账号的${data?.listed ?? 0}人会收到通知。${explanations[kind]}`,
      okText: '建立',
      cancelText: '取消',
      onOk: () => create(),
    })
  return (
    <section className="panel" aria-labelledby={`roster-${kind}`}>
      <h2 id={`roster-${kind}`}>{kind === 'committee' ? '委员群' : '参会者群'}</h2>
      <p className="hint">{explanations[kind]}</p>
      {error && <LoadFailed message={error} onRetry={reload} />}
      {data &&
        (data.group ? (
          <GroupState status={data} group={data.group} onChange={reload} />
        ) : (
          <>
            <Differences status={data} />
            <Button loading={isCreating} onClick={confirmCreation}>
              建立群
            </Button>
          </>
        ))}
    </section>
  )
}

/** Numbers of people in whom list and members differ, because each person decides to join or leave. */
const Differences = ({
  status: { group, listed, withoutAccount, waiting, absent, isFull },
}: {
  status: RosterStatus
}) => (
  <p>
    {[
      `名单上有账号的${listed}人`,
      ...(group ? [`群成员${group.members}人`] : []),
      ...(waiting > 0 ? [isFull ? `群已满，${waiting}人不能加入` : `正在加入${waiting}人`] : []),
      ...(absent > 0 ? [`不在群里${absent}人（还没有选择加入，或已退出）`] : []),
      ...(withoutAccount > 0 ? [`没有账号、不能加入${withoutAccount}人`] : []),
    ].join('，')}
    。
  </p>
)

type GroupStateProps = { status: RosterStatus; group: NonNullable<RosterStatus['group']>; onChange: () => void }

function GroupState({ status, group: { id, state }, onChange }: GroupStateProps) {
  const { message } = App.useApp()
  const [isDissolving, setDissolving] = useState(false)
  const [setState, isBusy] = useAction(async (next: 'open' | 'closed') => {
    await api('POST /admin/rosterGroup/state', { id, state: next })
    message.success('操作成功')
    onChange()
  })
  return (
    <>
      <p>
        <ToneTag tone={state === 'open' ? 'good' : 'calm'}>{rosterGroupStates[state]}</ToneTag>
      </p>
      <Differences status={status} />
      <div className="button-row">
        <Button onClick={onChange}>刷新人数</Button>
        <Button loading={isBusy} onClick={() => void setState(state === 'open' ? 'closed' : 'open')}>
          {state === 'open' ? '停止发言' : '恢复发言'}
        </Button>
        <Button danger onClick={() => setDissolving(true)}>
          解散群
        </Button>
      </div>
      <ReasonDialog
        title={isDissolving ? '解散这个群' : null}
        labels={dissolveLabels}
        onClose={() => setDissolving(false)}
        onConfirm={async (reason) => {
          await api('POST /admin/rosterGroup/state', { id, state: 'dissolved', reason })
          setDissolving(false)
          announceReportChange()
          onChange()
        }}
      />
    </>
  )
}
