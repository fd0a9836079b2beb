// The screen of calls: check of devices, ringing, the call, and its end.
import '../chat/styles/crisis.css'
import '../chat/styles/frame.css'
import './call.css'
import './call-safety.css'
import { useEffect, useState, type ReactNode } from 'react'
import type { WaitingRoom as WaitingRoomState } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import {
  answersOf,
  describeRing,
  IncomingCall,
  OtherRingers,
  RunningCall,
  useRingSound,
} from '../chat/calls/IncomingCall.tsx'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { declineRing, useRunningCall, type Ring } from '../chat/calls/rings.ts'
import { readSavedCall } from '../chat/calls/saved-call.ts'
import { usePressGuard } from '../chat/calls/use-press-guard.ts'
import { HotlineNote } from '../chat/thread/HotlineNote.tsx'
import { ContactLine, ContactReason } from '../booking/ClientContact.tsx'
import { useContactAccess } from '../booking/use-contact-access.ts'
import { findDropTime, findDutyCallTime } from '../crisis/alert-state.ts'
import { CrisisBar } from '../crisis/CrisisBar.tsx'
import { sumTimes, useCrisisConversations } from '../crisis/crisis-conversations.ts'
import type { CallAddress } from './call-address.ts'
import { BookingsLink } from './stages/BookingsLink.tsx'
import { CallEnd } from './stages/CallEnd.tsx'
import { Lobby } from './stages/Lobby.tsx'
import { LeaveQuestion } from './stages/LeaveQuestion.tsx'
import { RingingActions } from './stages/RingingActions.tsx'
import { PeerMessage } from './stages/PeerMessage.tsx'
import { TalkView } from './stages/TalkView.tsx'
import { ClosedRoom } from './stages/ClosedRoom.tsx'
import { describeConcern } from './stages/call-texts.ts'
import { WaitingRoom } from './stages/WaitingRoom.tsx'
import { storeNextCall } from './next-call.ts'
import { useCall, type CallPageState } from './use-call.ts'
import { useRingPause } from './use-ring-pause.ts'
import { useClientContact } from './use-client-contact.ts'
import { usePeerName } from './use-peer-name.ts'

export type CallProps = {
  entry: CallAddress
  isCounsellor: boolean
  /** The waiting room of the consultation; null for other calls. */
  room: WaitingRoomState | null
  /** True when sound and picture take no relay. */
  isDirect: boolean
}

const contactLooks = { line: 'call-contact', action: 'call-contact-action' }

export function Screen({ entry, isCounsellor, room: firstRoom, isDirect }: CallProps) {
  const page = useCall(entry, firstRoom)
  const { chat, call, state, local, fault, room } = page
  const peer = state?.peer ?? (entry.kind === 'outgoing' ? entry.to : (page.ring?.from ?? null))
  const knownName = usePeerName(chat, peer ?? room?.accid ?? null, page.isOnline)
  const name = knownName ?? '对方'
  const client = isCounsellor ? (peer ?? room?.accid ?? null) : null
  const crises = useCrisisConversations(isCounsellor, sumTimes(page.conversations))
  const alert = (client !== null && crises.of.get(client)) || null
  const conversation = page.conversations.find(({ to }) => to === (peer ?? room?.accid)) ?? null
  const message = <PeerMessage conversation={conversation} />
  const [isProtocolOpen, setProtocolOpen] = useState(false)
  const hasVideo = page.hasVideo
  const [isOver, setOver] = useState(firstRoom?.state === 'over')
  const isClosed = entry.kind === 'booking' && isOver && page.ring === null && (state?.phase ?? 'idle') === 'idle'
  useEffect(() => {
    if (isClosed) call?.media.close()
  }, [isClosed, call])
  const contactOfClient = useClientContact(client)
  const offered = room?.hasContact ? { bookingId: room.id, isGuardian: room.isContactGuardian } : contactOfClient
  const access = useContactAccess(offered)
  const contact = access && <ContactLine access={access} looks={contactLooks} />
  const isContactOpen = access !== null && (access.contact !== null || access.isAsking)
  if (fault) return <Notice tone="error">{fault}</Notice>
  const dutyCallTime = findDutyCallTime(alert)
  const concern =
    isCounsellor && state?.phase === 'ended' ? describeConcern(state, { isAtRisk: alert !== null, dutyCallTime }) : null
  return (
    <div className="call-stage">
      {client !== null && (
        <CrisisBar
          accid={client}
          conversation={alert}
          onChanged={crises.reload}
          isOpen={isProtocolOpen}
          onToggle={() => setProtocolOpen(!isProtocolOpen)}
          hasDutyButton={concern === null}
        />
      )}
      {state?.phase === 'ended' && page.ring && <IncomingCall chat={chat} />}
      {state?.phase !== 'talking' && message}
      {call && state?.phase === 'ended' ? (
        <CallEnd
          state={state}
          addressId={entry.kind === 'channel' ? entry.channelId : null}
          onCallAgain={
            isCounsellor && peer !== null && room === null
              ? () => {
                  storeNextCall(peer)
                  location.assign(withQuery(routes.call, { with: peer, video: state.hasVideo ? 1 : 0 }))
                }
              : null
          }
          concern={concern}
          dropTime={findDropTime(alert)}
          dutyCallTime={dutyCallTime}
          onDutyCalled={crises.reload}
          booking={room}
        />
      ) : call && state?.phase === 'talking' && local ? (
        <TalkView {...{ call, state, local, name }} isPoor={page.isPoor} message={message}>
          <LeaveQuestion onLeave={call.leave} />
          {contact}
        </TalkView>
      ) : isClosed && room ? (
        <ClosedRoom room={room} />
      ) : (
        <Lobby
          call={call}
          local={local}
          hasVideo={hasVideo}
          isDirect={isDirect}
          isOpen={state?.phase === 'ringing' || page.ring !== null || page.agree !== null || room !== null}
        >
          <LobbyActions {...{ page, entry, name, knownName }} onOver={() => setOver(true)} />
        </Lobby>
      )}
      {(concern !== null || ((alert || isContactOpen) && state?.phase !== 'talking')) && contact}
      {/* outside of the stages, so that the dialog and its text survive the end of the call */}
      {access && <ContactReason access={access} />}
      <HotlineNote className="call-help" />
    </div>
  )
}

type LobbyActionsProps = Pick<CallProps, 'entry'> & {
  page: CallPageState
  name: string
  /** Null while the name is unknown. */
  knownName: string | null
  onOver: () => void
}

function LobbyActions({
  page: { chat, call, state, local, ring, answer, agree, isElsewhere, room, hasVideo, isOnline },
  entry,
  name,
  knownName,
  onOver,
}: LobbyActionsProps) {
  const isRinging = state?.phase === 'ringing'
  // the page answers the call of its address without asking again
  const incoming = ring !== null && !(entry.kind === 'channel' && entry.channelId === ring.channelId) ? ring : null
  const runningId = useRunningCall()
  const pause = useRingPause(entry.kind === 'outgoing' && !isRinging ? entry.to : null)
  const isMeant = usePressGuard(incoming?.channelId ?? null)
  useRingSound(chat, incoming)
  if (!call || !chat) return <p>正在连接…</p>
  if (isRinging) return <RingingActions name={name} onCancel={call.cancel} />
  if (agree && isElsewhere) {
    return (
      <>
        <p>这个通话正在您的另一台设备或另一个窗口上进行。转到这里后，那边会退出；要让对方看到您，请先打开摄像头。</p>
        <Button onClick={() => agree(true)}>转到此设备</Button>
        <ButtonLink look="plain" href={withQuery(routes.im, { to: state?.peer ?? null })}>
          返回
        </ButtonLink>
      </>
    )
  }
  if (agree) {
    return (
      <>
        <p>接听后，对方能听到您的声音{hasVideo && '；视频接听时，还能看到您的画面'}。</p>
        <AnswerButtons hasVideo={hasVideo === true} onAnswer={agree} />
      </>
    )
  }
  if (incoming) {
    return (
      <>
        <p role="alert">
          {describeRing(name, incoming.hasVideo)}
          <OtherRingers chat={chat} />
        </p>
        <AnswerButtons hasVideo={incoming.hasVideo} onAnswer={(hasCamera) => isMeant() && answer(incoming, hasCamera)}>
          <Button look="ghost" onClick={() => void (isMeant() && declineRing(chat, incoming))}>
            拒绝
          </Button>
        </AnswerButtons>
      </>
    )
  }
  if (room && entry.kind === 'booking')
    return (
      <>
        <WaitingRoom call={call} first={room} name={knownName} isReady={Boolean(local?.audio)} onOver={onOver} />
        <BookingsLink isCounsellor={room.isCounsellor} look="plain">
          返回
        </BookingsLink>
      </>
    )
  if (entry.kind === 'outgoing') {
    if (runningId !== null && readSavedCall(runningId) !== undefined) return <RunningCall channelId={runningId} />
    return (
      <>
        {pause === null ? <p>设备已经准备好，可以呼叫{name}了。</p> : <output>{pause}</output>}
        <Button
          busy={!isOnline}
          disabled={pause !== null}
          data-resting={pause !== null || undefined}
          onClick={() => void call.ring(entry.to, entry.hasVideo)}
        >
          呼叫
        </Button>
      </>
    )
  }
  if (local?.fault && ring) return <UnansweredActions chat={chat} ring={ring} name={name} />
  return <output>正在接通…</output>
}

type UnansweredActionsProps = { chat: ChatSession; ring: Ring; name: string }

/** Ways out for a person whose devices do not open while the other side rings. */
function UnansweredActions({ chat, ring, name }: UnansweredActionsProps) {
  const decline = async () => {
    await declineRing(chat, ring)
    location.assign(withQuery(routes.im, { to: ring.from }))
  }
  return (
    <>
      <output>{name}还在等您接听。设备打不开时，可以先拒绝，再用文字联系。</output>
      <Button look="ghost" onClick={() => void decline()}>
        拒绝并返回聊天
      </Button>
    </>
  )
}

type AnswerButtonsProps = { hasVideo: boolean; onAnswer: (hasCamera: boolean) => void; children?: ReactNode }

const AnswerButtons = ({ hasVideo, onAnswer, children }: AnswerButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    {answersOf({ hasVideo }).map(({ label, hasCamera }) => (
      <Button key={label} onClick={() => onAnswer(hasCamera)}>
        {label}
      </Button>
    ))}
    {children}
  </div>
)
