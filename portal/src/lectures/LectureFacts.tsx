// Facts of a lecture: title, time, speaker, introduction, and the ways to remember it.
import type { ReactNode } from 'react'
import type { Lecture } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureAudiences } from '@xinqiao/contract/lectures.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useSignedInAction } from '../qa/use-signed-in-action.ts'
import { api } from '../session/api.ts'
import { calendarHref } from './lecture-addresses.ts'
import { formatLectureTime } from './lecture.texts.ts'
import { PhaseTag } from './PhaseTag.tsx'

type LectureFactsProps = { lecture: Lecture; isSignedIn: boolean; onChange: () => void }

export const LectureHead = ({ lecture }: { lecture: Lecture }) => (
  <header>
    <p>
      <PhaseTag lecture={lecture} />
    </p>
    <h1 className="mt-2 text-2xl font-bold text-ink">{lecture.title}</h1>
    <p className="mt-1 text-lg">{lecture.summary}</p>
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-compact sm:gap-x-6">
      <Fact label="讲者">{lecture.speaker}</Fact>
      <Fact label="时间">{formatLectureTime(lecture.startTime, lecture.endTime)}（北京时间）</Fact>
      <Fact label="谁可以看">{lectureAudiences[lecture.audience]}</Fact>
      {lecture.credits > 0 && (
        <Fact label="学分">
          观看满{lecture.neededMinutes}分钟记{lecture.credits}学分
        </Fact>
      )}
    </dl>
  </header>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="text-ink">{children}</dd>
  </>
)

export function LectureFacts({ lecture, isSignedIn, onChange }: LectureFactsProps) {
  const { id, own, phase, introduction } = lecture
  const { isBusy, runSignedIn } = useSignedInAction(isSignedIn, { message: '请先登录后再预约提醒' })
  const wantsReminder = own?.wantsReminder ?? false
  const setReminder = () =>
    void runSignedIn(async () => {
      await api('POST /lecture/remind', { id, wantsReminder: !wantsReminder })
      showToast(wantsReminder ? '已取消提醒' : '开讲前半小时会提醒您')
      onChange()
    })
  return (
    <Card>
      <LectureHead lecture={lecture} />
      {phase === 'coming' && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            look={wantsReminder ? 'ghost' : 'accent'}
            busy={isBusy}
            aria-pressed={wantsReminder}
            onClick={setReminder}
          >
            {wantsReminder ? '取消开讲提醒' : '开讲前提醒我'}
          </Button>
          <ButtonLink href={calendarHref(id)} look="ghost">
            加入日历
          </ButtonLink>
        </div>
      )}
      {phase === 'cancelled' && (
        <div className="mt-5">
          <Notice tone="warm">讲座已取消，原因：{lecture.cancelReason}</Notice>
        </div>
      )}
      <section aria-labelledby="about-title" className="mt-7">
        <BlockHeading id="about-title">讲座介绍</BlockHeading>
        <p className="mt-3 whitespace-pre-line">{introduction}</p>
      </section>
    </Card>
  )
}
