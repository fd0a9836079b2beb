// The screen of group calls: check of devices, the call, and its end.
import '../call.css'
import './group-call.css'
import type { GroupCallPlace } from '@xinqiao/contract/http/group-calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { HotlineNote } from '../../chat/thread/HotlineNote.tsx'
import { Lobby } from '../stages/Lobby.tsx'
import { GroupEnd } from './stages/GroupEnd.tsx'
import { GroupTalk } from './stages/GroupTalk.tsx'
import { useGroupCall } from './use-group-call.ts'

export type GroupCallProps = { teamId: number; place: GroupCallPlace }

export function Screen({ teamId, place }: GroupCallProps) {
  const runningId = place.call && !place.call.isRemoved ? place.call.id : null
  const { call, state, local, isPoor } = useGroupCall(teamId, runningId)
  const { phase } = state
  return (
    <div className="call-stage">
      {phase === 'ended' ? (
        <GroupEnd state={state} teamId={teamId} onReturn={() => location.reload()} />
      ) : phase === 'talking' ? (
        <GroupTalk
          call={call}
          state={state}
          local={local}
          title={place.title}
          isPoor={isPoor}
          canLead={place.canLead}
        />
      ) : (
        <Lobby call={call} local={local} hasVideo isDirect={false} isOpen={runningId === null && !place.canLead}>
          {phase === 'joining' ? (
            <output>正在接通…</output>
          ) : (
            <Entrance place={place} teamId={teamId} onEnter={() => void call.enter(runningId)} />
          )}
        </Lobby>
      )}
      <HotlineNote className="call-help" />
    </div>
  )
}

type EntranceProps = GroupCallProps & { onEnter: () => void }

function Entrance({ place: { call, canLead, title }, teamId, onEnter }: EntranceProps) {
  const back = (
    <ButtonLink look="ghost" href={withQuery(routes.im, { team: teamId })}>
      返回小组聊天
    </ButtonLink>
  )
  if (call?.isRemoved)
    return (
      <>
        <Notice tone="warm">带领者已请您离开这次通话，不能再次加入。</Notice>
        {back}
      </>
    )
  if (!call && !canLead)
    return (
      <>
        <Notice>“{title}”现在没有进行中的团体通话，由带领者发起。</Notice>
        {back}
      </>
    )
  return (
    <>
      <p>
        {call
          ? `${call.startedBy}发起的团体通话正在进行，现在有${call.people}人。`
          : '设备已经准备好，可以发起团体通话了。小组成员会在聊天里看到。'}
      </p>
      <p>加入后，其他人能听到您的声音、看到您的画面，只看到您在小组里的称呼。</p>
      <Button onClick={onEnter}>{call ? '加入通话' : '发起团体通话'}</Button>
    </>
  )
}
