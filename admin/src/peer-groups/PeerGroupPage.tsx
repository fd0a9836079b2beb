// One peer group: its texts and state, the applications that wait, and the members. Also a new group.
import { Alert } from 'antd'
import type { StaffPeerGroup } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { peerGroupKinds } from '@xinqiao/contract/peer-groups.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { navigate } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, LoadingView, ScreenHead } from '../kit/states.tsx'
import { Applications } from './Applications.tsx'
import { Members } from './Members.tsx'
import { PeerGroupForm } from './PeerGroupForm.tsx'
import { PeerGroupStateTag } from './PeerGroupStateTag.tsx'
import { StateButtons } from './StateButtons.tsx'

const leaderProblem =
  '带领者或协同带领者已停用、被停用聊天，或不再是公开的咨询师。请在下面改成另一位的账号；更换前不能加入新成员。'
const publicationNote = '协同带领者还没有同意，同意后才能发布。也可以在下面换一位，或清空。'
const admissionNote = '协同带领者还没有同意，同意后才加入小组、公开姓名，组员会收到通知。也可以在下面换一位，或清空。'

export const PeerGroupPage = ({ id }: ScreenProps) =>
  id === '' ? <NewGroup /> : <ExistingGroup key={id} id={Number(id)} />

const NewGroup = () => (
  <>
    <ScreenHead title="新建小组" lead="先存为草稿，核对后再发布" />
    <PeerGroupForm group={null} onSaved={(id) => navigate(`/peer-groups/${id}`, { replace: true, force: true })} />
  </>
)

function ExistingGroup({ id }: { id: number }) {
  const loaded = useApi('GET /admin/peerGroup', { id })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <LoadingView />
  return <GroupPanels group={loaded.data} onChange={loaded.reload} />
}

function GroupPanels({ group, onChange }: { group: StaffPeerGroup; onChange: () => void }) {
  const { id, title, state } = group
  const isRunning = state === 'open' || state === 'closed'
  return (
    <>
      <ScreenHead title={title}>
        <StateButtons group={group} onChange={onChange} />
      </ScreenHead>
      <p>
        {peerGroupKinds[group.kind]} <PeerGroupStateTag state={state} />
        {isRunning && ` 成员 ${group.members}/${group.capacity}`}
        {state === 'closed' &&
          ` · ${group.isClosedByStaff ? '协会停止了招募，带领者不能恢复' : '带领者或结束日期停止了招募'}`}
      </p>
      {group.end && (
        <p>
          {formatMinuteOrDash(group.end.time)}由{group.end.by || '系统'}结束，原因：{group.end.reason}
        </p>
      )}
      {group.needsLeader && <Alert className="note-above" type="error" showIcon title={leaderProblem} />}
      {!group.hasCoLeaderAgreed && state !== 'dissolved' && (
        <Alert className="note-above" type="info" showIcon title={isRunning ? admissionNote : publicationNote} />
      )}
      {isRunning && <Applications groupId={id} onChange={onChange} />}
      {isRunning && <Members key={group.members} groupId={id} onChange={onChange} />}
      {state === 'dissolved' ? <GroupTexts group={group} /> : <PeerGroupForm group={group} onSaved={onChange} />}
    </>
  )
}

const GroupTexts = ({ group }: { group: StaffPeerGroup }) => (
  <section className="panel">
    <h2>小组资料</h2>
    <p>{group.summary}</p>
    <p className="keeps-lines">{group.description}</p>
    <p className="keeps-lines">{group.rules}</p>
  </section>
)
