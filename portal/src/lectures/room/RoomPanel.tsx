// The room beside the player: chat, questions, and for moderators the raised hands.
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Lecture, LectureQuestion, RaisedHand, RoomMute } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { formatTimeOfDay } from '../../chat/relative-time.ts'
import { HotlineNote } from '../../chat/thread/HotlineNote.tsx'
import { QuietHelpCard } from '../../crisis/QuietHelpCard.tsx'
import { useSignedInAction } from '../../qa/use-signed-in-action.ts'
import { api } from '../../session/api.ts'
import { addressWithDialog, useDialogAfterSignIn } from '../../session/dialog-after-sign-in.ts'
import { parseServerTimeMs } from '../use-lecture.ts'
import { Announcement } from './chat/Announcement.tsx'
import { ChatLog } from './chat/ChatLog.tsx'
import { Composer } from './chat/Composer.tsx'
import { DangerHint } from './chat/DangerHint.tsx'
import { Hands } from './questions/Hands.tsx'
import { LineTools } from './moderation/LineTools.tsx'
import { CallNotice, OwnHand } from './questions/OwnHand.tsx'
import { OwnName } from './chat/OwnName.tsx'
import { Questions } from './questions/Questions.tsx'
import { MuteNote } from './chat/MuteNote.tsx'
import { RemovedNote } from './chat/RemovedNote.tsx'
import type { RoomActions } from './room-connection.ts'
import { RoomSettings } from './moderation/RoomSettings.tsx'
import type { RoomState } from './room-state.ts'
import { RoomTabs, type RoomTab } from './RoomTabs.tsx'
import { lostRoleMessage } from './moderation/use-moderation.ts'
import { useMuteEnds } from './moderation/use-mutes.ts'

export type RoomPanelProps = {
  lecture: Lecture
  room: RoomState
  actions: RoomActions | null
  questions: readonly LectureQuestion[]
  hands: readonly RaisedHand[]
  /** Temporary mutes of the room; empty for others than moderators. */
  mutes: readonly RoomMute[]
  /** Client ids of messages that sound like danger. */
  dangers: readonly string[]
  isSignedIn: boolean
  /** False for staff, who read only, as visitors do. */
  canChat: boolean
  isModerator: boolean
  /** True after the reader has ceased to be a moderator. */
  hasLostRole: boolean
  moderate: (work: () => Promise<unknown>) => Promise<void>
  onQuestions: () => void
  onHands: () => void
  onLecture: () => void
  onCloseCare: () => void
  /** Called when the reader has chosen another name. */
  onName: (name: string) => void
  /** The message that is being written. */
  text: string
  onText: (text: string) => void
}

const linkTexts: Record<RoomState['link'], string> = {
  connecting: '正在进入聊天…',
  online: '',
  offline: '网络断开了，正在重新连接…',
  ended: '聊天已结束',
}

const readmittedText = '主持人允许您再次参与，您可以继续发言。'

export function RoomPanel(props: RoomPanelProps) {
  const { lecture, room, actions, questions, hands, isSignedIn, canChat, isModerator, moderate } = props
  const [tab, setTab] = useState<RoomTab>('chat')
  const field = useRef<HTMLInputElement>(null)
  const { runSignedIn } = useSignedInAction(isSignedIn, { message: '请先登录后再参与交流' })
  useDialogAfterSignIn(isSignedIn && canChat, (opening) => {
    if (opening === 'ask') setTab('questions')
    else field.current?.focus()
  })
  const { id, own, slowSeconds } = lecture
  // notices of this page are newer than the list
  const listedMutes = Object.fromEntries(props.mutes.map(({ account, until }) => [account, until]))
  const findMuteEnd = useMuteEnds({ ...listedMutes, ...room.mutes })
  const muteEnd = isModerator ? null : findMuteEnd(room.account)
  const hasHandRaised = own?.hasHandRaised ?? false
  const askToSignIn = (opening: 'ask' | 'chat') =>
    void runSignedIn(
      () => Promise.resolve(),
      () => addressWithDialog(opening),
    )
  const setHand = () =>
    void runSignedIn(async () => {
      await api('POST /lecture/hand', { id, isRaised: !hasHandRaised })
      props.onLecture()
    })
  const waitingCount = questions.filter(({ state }) => state === 'waiting').length
  const lines = room.lines.map((line) => ({ ...line, key: line.idClient }))
  const hasWritten = lines.some(({ isOwn }) => isOwn) || questions.some(({ isOwn }) => isOwn)
  const ownName = canChat && room.name !== '' && !isModerator && !room.isRemoved && (
    <OwnName {...{ id }} name={room.name} canChange={!hasWritten} onName={props.onName} />
  )
  return (
    <Card
      as="section"
      labelledBy="room-title"
      className="lecture-room flex h-[min(36rem,85dvh)] min-h-fit flex-col overflow-hidden"
    >
      <h2 id="room-title" className="sr-only">
        交流
      </h2>
      <RoomTabs tab={tab} onTab={setTab} waiting={waitingCount} hands={isModerator ? hands.length : null} />
      {room.announcement !== '' && <Announcement key={room.announcement} text={room.announcement} />}
      <CallNotice isCalled={!isModerator && !room.isRemoved && hasHandRaised && own?.isCalled === true} />
      {isModerator && actions && (
        <RoomSettings
          {...{ id, actions, slowSeconds, moderate }}
          announcement={room.announcement}
          mutes={props.mutes.filter(({ account }) => findMuteEnd(account) !== null)}
          onChange={props.onLecture}
          onMutes={props.onHands}
        />
      )}
      {tab === 'chat' && (
        <ChatTab
          panel={props}
          {...{ field, findMuteEnd, muteEnd, lines, ownName, hasHandRaised }}
          onSignIn={() => askToSignIn('chat')}
          onHand={setHand}
        />
      )}
      {tab === 'questions' && (
        <Questions
          {...{ id, questions, isModerator, moderate, ownName }}
          note={room.isRemoved ? <RemovedNote /> : muteEnd !== null && <MuteNote {...{ muteEnd }} />}
          isMuted={muteEnd !== null}
          name={room.name}
          ask={
            !isModerator && !room.isRemoved && (canChat || !isSignedIn)
              ? { canAsk: canChat, onSignIn: () => askToSignIn('ask') }
              : null
          }
          onChange={props.onQuestions}
        />
      )}
      {tab === 'hands' && <Hands {...{ id, hands, moderate }} onChange={props.onHands} />}
    </Card>
  )
}

type ChatTabProps = {
  panel: RoomPanelProps
  lines: readonly (RoomState['lines'][number] & { key: string })[]
  field: RefObject<HTMLInputElement | null>
  findMuteEnd: ReturnType<typeof useMuteEnds>
  muteEnd: number | null
  ownName: ReactNode
  hasHandRaised: boolean
  onSignIn: () => void
  onHand: () => void
}

/** The messages of the room, with the tools of moderators, and the field below them. */
function ChatTab(props: ChatTabProps) {
  const { lecture, room, actions, dangers, isModerator, moderate } = props.panel
  const { id } = lecture
  return (
    <>
      <ChatLog
        lines={props.lines}
        empty={room.isRemoved ? '没有可以显示的消息' : '还没有人说话'}
        label="聊天消息"
        renderTools={(line) =>
          isModerator &&
          actions && (
            <>
              {dangers.includes(line.idClient) && (
                <DangerHint>
                  这句话听起来有危险，值班人员已收到提醒。可以在“管理”里移除它，请不要在这里追问。
                </DangerHint>
              )}
              <LineTools
                {...{ id, line, actions, moderate }}
                muteEnd={props.findMuteEnd(line.account)}
                isRemoved={room.removed.has(line.account)}
              />
            </>
          )
        }
      />
      <ChatFoot {...props} />
    </>
  )
}

function ChatFoot({ panel, field, muteEnd, ownName, hasHandRaised, onSignIn, onHand }: ChatTabProps) {
  const { lecture, room, actions, isSignedIn, canChat, isModerator } = panel
  const notice = room.isRemoved ? (
    <RemovedNote />
  ) : (
    room.end || linkTexts[room.link] || (room.isReadmitted && readmittedText)
  )
  return (
    <div className="grid shrink-0 gap-2 border-t border-line px-4 py-3">
      {room.careLevel && (
        <div className="max-h-60 overflow-y-auto">
          <QuietHelpCard level={room.careLevel} isShort>
            <Button look="ghost" onClick={panel.onCloseCare}>
              收起
            </Button>
          </QuietHelpCard>
        </div>
      )}
      {lecture.phase === 'over' && (
        <p className="text-sm text-muted">
          已过讲座的结束时间，交流到
          {formatTimeOfDay(parseServerTimeMs(lecture.endTime) + lectureLimits.openMinutesAfter * 60_000)}关闭。
        </p>
      )}
      <output className="block text-sm text-muted empty:hidden">{notice}</output>
      {panel.hasLostRole && <p className="text-sm text-muted">{lostRoleMessage}。</p>}
      {ownName}
      {room.isMutedForAll && !isModerator && <p className="text-sm text-muted">现在只有主持人可以发言。</p>}
      {canChat && (
        <HotlineNote className="flex flex-wrap items-center gap-2 text-sm text-muted [&_a]:mx-1 [&_a]:font-semibold [&_a]:text-warm-deep [&_a]:underline" />
      )}
      {room.isRemoved ? (
        panel.text.trim() !== '' && <p className="text-sm text-muted">这句话没有发出：{panel.text}</p>
      ) : canChat ? (
        <Composer
          {...{ actions, field, muteEnd }}
          slowSeconds={isModerator ? 0 : lecture.slowSeconds}
          isSilenced={muteEnd !== null || (room.isMutedForAll && !isModerator)}
          text={panel.text}
          onText={panel.onText}
          isOnline={room.link === 'online'}
        />
      ) : (
        <ReadOnlyFoot isSignedIn={isSignedIn} onSignIn={onSignIn} />
      )}
      {(canChat || !isSignedIn) && !isModerator && !room.isRemoved && muteEnd === null && (
        <OwnHand isRaised={hasHandRaised} onPress={onHand} />
      )}
    </div>
  )
}

const ReadOnlyFoot = ({ isSignedIn, onSignIn }: { isSignedIn: boolean; onSignIn: () => void }) =>
  isSignedIn ? (
    <p className="text-sm text-muted">工作人员的账号只能阅读。</p>
  ) : (
    <Button onClick={onSignIn}>登录后发言</Button>
  )
