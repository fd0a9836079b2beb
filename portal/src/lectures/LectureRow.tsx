// One lecture in the list.
import type { LectureCard } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureAudiences } from '@xinqiao/contract/lectures.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { lectureHref } from './lecture-addresses.ts'
import { formatLectureTime } from './lecture.texts.ts'
import { PhaseTag } from './PhaseTag.tsx'

const actionOf = ({ phase, hasReplay, hasStream }: LectureCard): string => {
  if (phase === 'live') return hasStream ? '进入直播' : '进入讲座'
  return phase === 'over' && hasReplay ? '看回放' : '查看详情'
}

export const LectureRow = ({ lecture }: { lecture: LectureCard }) => (
  <article className="flex flex-wrap items-start gap-4 py-6 sm:flex-nowrap sm:gap-6" aria-label={lecture.title}>
    <div className="min-w-0 flex-1 basis-64">
      <p>
        <PhaseTag lecture={lecture} />
      </p>
      <h3 className="mt-2 text-xl font-bold text-ink">
        <a href={lectureHref(lecture)} className="hover:text-brand-deep">
          {lecture.title}
        </a>
      </h3>
      <p className="mt-1.5">{lecture.summary}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-compact text-muted">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" className="size-4" />
          {formatLectureTime(lecture.startTime, lecture.endTime)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Icon name="user" className="size-4" />
          {lecture.speaker}
        </span>
        {lecture.audience !== 'public' && <span>{lectureAudiences[lecture.audience]}可看</span>}
        {lecture.credits > 0 && <span>{lecture.credits}学分</span>}
      </p>
    </div>
    <div className="flex w-full sm:w-auto">
      <ButtonLink href={lectureHref(lecture)} look={lecture.phase === 'live' ? 'accent' : 'ghost'}>
        {actionOf(lecture)}
      </ButtonLink>
    </div>
  </article>
)
