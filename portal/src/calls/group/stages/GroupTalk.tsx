// A running group call: all people in a grid, the state of the link, and the buttons.
import { useEffect, useMemo, useState } from 'react'
import type { GroupCallPerson } from '@xinqiao/contract/http/group-calls.ts'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { useExclusiveTask } from '../../../forms/use-action.ts'
import type { LocalMediaState } from '../../session/local-media.ts'
import { describeConnection } from '../../stages/call-texts.ts'
import { CallControls, Control } from '../../stages/CallControls.tsx'
import { OwnMediaNotes } from '../../stages/OwnMediaNotes.tsx'
import { Countdown, Duration } from '../../stages/TalkView.tsx'
import type { GroupCall } from '../session/group-call.ts'
import type { GroupCallClientState } from '../session/group-state.ts'
import { PersonTile } from './PersonTile.tsx'

type GroupTalkProps = {
  call: GroupCall
  state: GroupCallClientState
  local: LocalMediaState
  title: string
  isPoor: boolean
  canLead: boolean
}

const levelMs = 400
const speakingLevel = 0.02

/** Numbers of the people who speak at the moment. */
function useSpeakers(call: GroupCall): ReadonlySet<number> {
  const [speakers, setSpeakers] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const timer = setInterval(() => {
      const levels = [...call.readLevels()].filter(([, level]) => level > speakingLevel)
      setSpeakers(new Set(levels.map(([participant]) => participant)))
    }, levelMs)
    return () => clearInterval(timer)
  }, [call])
  return speakers
}

/** A question of the leader before a step that reaches others. */
type UnconfirmedLeaderAction = { kind: 'end' } | { kind: 'remove'; person: GroupCallPerson }

export function GroupTalk({ call, state, local, title, isPoor, canLead }: GroupTalkProps) {
  const { people, streams, beginTime, limitTime } = state
  const { video } = local
  const ownStreams = useMemo(() => ({ audio: null, video: video ? new MediaStream([video]) : null }), [video])
  const speakers = useSpeakers(call)
  const [question, setQuestion] = useState<UnconfirmedLeaderAction | null>(null)
  const { run } = useExclusiveTask()
  const isMuteLocked = people.some(({ isSelf, isMuted }) => isSelf && isMuted)
  const answer = (asked: UnconfirmedLeaderAction) => {
    setQuestion(null)
    void run(() => (asked.kind === 'end' ? call.endForAll() : call.removeMember(asked.person.person)))
  }
  return (
    <section className="call-talk group-talk" aria-label={`${title}的团体通话`}>
      <header className="call-head">
        <h2>{title}</h2>
        <span>{people.length}人</span>
        {beginTime !== null && <Duration since={beginTime} />}
        <output>{describeConnection(state, isPoor)}</output>
        {limitTime !== null && <Countdown until={limitTime} />}
      </header>
      <ul className="group-grid" data-count={people.length} aria-label="参加者">
        {people.map((person) => (
          <PersonTile
            key={person.person}
            person={person.isSelf ? { ...person, ...ownFlagsOf(local) } : person}
            streams={person.isSelf ? ownStreams : (streams.get(person.participant) ?? null)}
            speakerId={local.speakerId}
            isSpeaking={speakers.has(person.participant) && !person.isMuted && !person.isSilent}
            onMute={
              canLead && !person.isLeader ? () => void run(() => call.muteMember(person.person, !person.isMuted)) : null
            }
            onRemove={canLead && !person.isLeader ? () => setQuestion({ kind: 'remove', person }) : null}
          />
        ))}
      </ul>
      {people.length === 1 && (
        <output className="group-alone">
          {canLead ? '还没有成员加入。成员在小组聊天里能看到通话正在进行。' : '您是第一位，请稍等其他人加入。'}
        </output>
      )}
      {isMuteLocked && (
        <output className="call-pause">
          <Icon name="microphoneOff" />
          带领者已将您静音，其他人现在听不到您。
        </output>
      )}
      <OwnMediaNotes media={call.media} local={local} />
      <CallControls call={call} local={local} isMuteLocked={isMuteLocked}>
        <Control icon="door" label="离开" isEnd={!canLead} onClick={() => call.leave()} />
        {canLead && <Control icon="hangUp" label="结束通话" isEnd onClick={() => setQuestion({ kind: 'end' })} />}
      </CallControls>
      {question && (
        <Confirm
          title={question.kind === 'end' ? '为所有人结束通话？' : `请${question.person.name}离开通话？`}
          text={
            question.kind === 'end'
              ? '所有人都会离开，小组聊天里会留下通话的时长和人数。'
              : '对方会马上离开，不能再加入这次通话，仍是小组成员。'
          }
          yes={question.kind === 'end' ? '结束通话' : '请离开'}
          no="取消"
          onYes={() => answer(question)}
          onNo={() => setQuestion(null)}
        />
      )}
    </section>
  )
}

/** Flags of this page's person, from the devices: the page knows them before the server does. */
const ownFlagsOf = ({ audio, video, isMuted, isSharing }: LocalMediaState) => ({
  isSilent: isMuted || audio === null,
  hasVideo: video !== null,
  isSharing,
})
