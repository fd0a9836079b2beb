// The screen of group calls: check of devices, the call, and its end.
import '../call.css'
import './group-call.css'
import { useEffect } from 'react'
import type { GroupCallOverview } from '@xinqiao/contract/http/group-calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { useGroupCallAccess } from '../../chat/calls/use-group-call-access.ts'
import { HotlineNote } from '../../chat/thread/HotlineNote.tsx'
import { peerGroupHref } from '../../peer-groups/peer-group-addresses.ts'
import { Lobby } from '../stages/Lobby.tsx'
import { GroupCallEnd } from './stages/GroupCallEnd.tsx'
import { GroupTalk } from './stages/GroupTalk.tsx'
import { useGroupCall } from './use-group-call.ts'

export type GroupCallProps = { teamId: number; place: GroupCallOverview }

const pollMs = 4_000

export function Screen({ teamId, place: first }: GroupCallProps) {
  const firstId = first.call && !first.call.isRemoved ? first.call.id : null
  const { call, state, local, isPoor } = useGroupCall(teamId, firstId)
  const { phase } = state
  // a member waits in the lobby until the leader begins the call
  const place = useGroupCallAccess(phase === 'lobby' ? teamId : null, { first, pollMs }) ?? first
  const runningId = place.call && !place.call.isRemoved ? place.call.id : null
  const canEnter = place.consentGroupId === null && (runningId !== null || (place.canLead && !place.call))
  const isOutside = phase === 'lobby' && !canEnter
  useEffect(() => {
    // the call ended while this page checked its devices
    if (isOutside) call.media.close()
  }, [isOutside, call])
  return (
    <div className="call-stage">
      {phase === 'ended' ? (
        <GroupCallEnd state={state} teamId={teamId} onReturn={() => location.reload()} />
      ) : phase === 'talking' ? (
        <GroupTalk
          call={call}
          state={state}
          local={local}
          title={place.title}
          isPoor={isPoor}
          canLead={place.canLead}
        />
      ) : canEnter ? (
        <Lobby call={call} local={local} hasVideo isDirect={false} isOpen={false}>
          {phase === 'joining' ? (
            <output>正在接通…</output>
          ) : (
            <Entrance place={place} onEnter={() => void call.enter(runningId)} />
          )}
        </Lobby>
      ) : place.consentGroupId !== null ? (
        <ConsentFirst groupId={place.consentGroupId} teamId={teamId} />
      ) : (
        <NoEntrance place={place} teamId={teamId} />
      )}
      <HotlineNote className="call-help" />
    </div>
  )
}

/** A member who agreed to an earlier text, which speaks of written words only. */
const ConsentFirst = ({ groupId, teamId }: { groupId: number; teamId: number }) => (
  <section className="call-end" aria-label="团体通话">
    <h2>请先阅读新的知情同意书</h2>
    <output>
      同意书更新了，新写了团体通话时别人能听到和看到什么。您同意后就可以加入通话；不加入也不影响文字交流。
    </output>
    <div>
      <ButtonLink href={peerGroupHref({ id: groupId })}>阅读同意书</ButtonLink>
      <ButtonLink href={withQuery(routes.im, { team: teamId })} look="ghost">
        返回小组聊天
      </ButtonLink>
    </div>
  </section>
)

const NoEntrance = ({ place: { call, title }, teamId }: GroupCallProps) => (
  <section className="call-end" aria-label="团体通话">
    <h2>{call ? '您不能加入这次通话' : '现在没有进行中的团体通话'}</h2>
    <output>
      {call
        ? '带领者已请您离开这次通话，不能再次加入。您仍是小组成员。'
        : `“${title}”的团体通话由带领者发起，开始后这里会出现加入的按钮。`}
    </output>
    <div>
      <ButtonLink href={withQuery(routes.im, { team: teamId })}>返回小组聊天</ButtonLink>
    </div>
  </section>
)

type EntranceProps = Pick<GroupCallProps, 'place'> & { onEnter: () => void }

function Entrance({ place: { call }, onEnter }: EntranceProps) {
  const people = call && call.people > 0 ? `，现在有${call.people}人` : ''
  return (
    <>
      <p>
        {call
          ? `${call.startedBy}发起的团体通话正在进行${people}。`
          : '设备已经准备好，可以发起团体通话了。小组成员会在聊天里看到。'}
      </p>
      <p>加入后，其他人能听到您的声音、看到您的画面，只看到您在小组里的称呼。</p>
      <Button onClick={onEnter}>{call ? '加入通话' : '发起团体通话'}</Button>
    </>
  )
}
