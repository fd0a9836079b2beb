// One lecture: player or countdown, and the room or the chat of the replay beside it.
import './lecture.css'
import { useRef, useState } from 'react'
import type { Lecture, LectureQuestion } from '@xinqiao/contract/http/lectures/lectures.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { Countdown } from './Countdown.tsx'
import { lectureHref } from './lecture-addresses.ts'
import { LectureFacts } from './LectureFacts.tsx'
import { Player, VideoBox } from './player/Player.tsx'
import { ReplayPanel } from './player/ReplayPanel.tsx'
import { RoomPanel } from './room/RoomPanel.tsx'
import { useQuestionsAndHands } from './room/questions/use-questions-and-hands.ts'
import { lostRoleMessage, useModeration } from './room/moderation/use-moderation.ts'
import { useRoom } from './room/use-room.ts'
import { parseServerTimeMs, useLecture } from './use-lecture.ts'

export type LectureProps = {
  lecture: Lecture
  questions: LectureQuestion[]
  isSignedIn: boolean
  canChat: boolean
  renderedAt: number
}

export function Screen({ lecture: initial, questions: first, isSignedIn, canChat, renderedAt }: LectureProps) {
  const { lecture, refresh, refreshLater } = useLecture(initial)
  const video = useRef<HTMLVideoElement>(null)
  const [text, setText] = useState('')
  const { isModerator, hasLostRole, setModerator, moderate } = useModeration(initial.id, initial.isModerator)
  const lists = useQuestionsAndHands(lecture, first, isModerator)
  const { room, actions, closeCare, showName } = useRoom(
    { chatroomId: lecture.chatroomId, canChat, announcement: lecture.announcement },
    {
      onEvent(event) {
        if (event === 'questions') lists.readQuestionsLater()
        else if (event === 'hands' && isModerator) lists.readHandsLater()
        else if (event === 'danger') lists.readDangersNow()
        else refreshLater()
      },
      onRole(isAdded) {
        setModerator(isAdded)
        if (!isAdded) showToast(lostRoleMessage, 'bad')
      },
    },
  )
  const isLive = lecture.streamUrl !== ''
  const playUrl = isLive ? lecture.streamUrl : lecture.replayUrl
  const hasReplay = !isLive && playUrl !== ''
  const hasRoom = lecture.chatroomId !== null
  return (
    // on narrow screens the video is a direct child of this element, and stays at the top while the others scroll
    <div className="lecture-page flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-6">
      <div className="grid min-w-0 content-start gap-4 max-lg:contents">
        {playUrl !== '' ? (
          <Player key={playUrl} url={playUrl} {...{ lecture, isLive, video, isSignedIn }} />
        ) : (
          <VideoBox>
            <div className="absolute inset-0 grid place-items-center gap-3 p-6 text-center text-lg text-white">
              <Placeholder lecture={lecture} renderedAt={renderedAt} />
            </div>
          </VideoBox>
        )}
      </div>
      {/* on a phone the room follows the live video; before and after, the texts come first */}
      <div className={`min-w-0 lg:row-span-2 ${isLive || lecture.phase === 'live' ? '' : 'max-lg:order-last'}`}>
        {hasRoom ? (
          <RoomPanel
            {...{ lecture, room, actions, isSignedIn, canChat, isModerator, hasLostRole, moderate }}
            questions={lists.questions}
            hands={lists.hands}
            mutes={lists.mutes}
            dangers={lists.dangers}
            onQuestions={lists.readQuestions}
            onHands={lists.readHands}
            onLecture={refresh}
            onCloseCare={closeCare}
            onName={showName}
            text={text}
            onText={setText}
          />
        ) : (
          hasReplay && <ReplayPanel id={lecture.id} video={video} questions={lists.questions} />
        )}
        {!hasRoom && text.trim() !== '' && (
          <Card as="section" labelledBy="unsent-title" className="mt-4 p-4">
            <h2 id="unsent-title" className="font-bold text-ink">
              交流已结束，这句话没有发出
            </h2>
            <p className="mt-2">{text}</p>
          </Card>
        )}
        {!hasReplay && !hasRoom && <ClosedRoom lecture={lecture} />}
      </div>
      <div className="min-w-0">
        <LectureFacts lecture={lecture} isSignedIn={isSignedIn} onChange={refresh} />
      </div>
    </div>
  )
}

function Placeholder({ lecture, renderedAt }: { lecture: Lecture; renderedAt: number }) {
  const { missing, phase, startTime } = lecture
  if (phase === 'cancelled') return <p>讲座已取消</p>
  if (missing === 'signIn')
    return (
      <>
        <p>这场讲座登录后才能观看</p>
        <ButtonLink href={withQuery(routes.login, { next: lectureHref(lecture) })} look="light">
          登录
        </ButtonLink>
      </>
    )
  if (missing === 'membership')
    return (
      <>
        <p>这场讲座只对协会会员开放</p>
        <ButtonLink href={routes.member} look="light">
          了解入会
        </ButtonLink>
      </>
    )
  if (phase === 'coming')
    return (
      <p>
        <Countdown startsAt={parseServerTimeMs(startTime)} renderedAt={renderedAt} />
      </p>
    )
  return <p>{phase === 'live' ? '这场讲座没有直播画面，请在交流区参与' : '讲座已结束，暂时没有回放'}</p>
}

const ClosedRoom = ({ lecture: { phase, missing } }: { lecture: Lecture }) => (
  <Card as="section" labelledBy="closed-title">
    <h2 id="closed-title" className="text-lg font-bold text-ink">
      交流
    </h2>
    <p className="mt-2">
      {phase === 'coming' && missing === null ? '聊天、提问和举手在开讲前半小时开放。' : '交流现在没有开放。'}
      需要倾诉时，可以随时拨打心理援助热线
      <a href="tel:12356" className="mx-1 font-semibold text-warm-deep underline">
        12356
      </a>
      。
    </p>
  </Card>
)
