// The phase of a lecture as a small label.
import type { LectureCard } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lecturePhases, type LecturePhase } from '@xinqiao/contract/lectures.ts'

const looks: Record<LecturePhase, string> = {
  coming: 'bg-tint text-brand-deep',
  live: 'bg-warm-tint text-warm-ink',
  over: 'bg-page text-muted',
  cancelled: 'bg-danger-tint text-danger',
}

type PhaseTagProps = { lecture: Pick<LectureCard, 'phase' | 'hasReplay' | 'hasStream'> }

function describePhase({ phase, hasReplay, hasStream }: PhaseTagProps['lecture']): string {
  if (phase === 'over' && hasReplay) return '可看回放'
  return phase === 'live' && !hasStream ? '正在进行' : lecturePhases[phase]
}

export const PhaseTag = ({ lecture }: PhaseTagProps) => (
  <span className={`inline-flex rounded-full px-3 py-0.5 text-sm font-semibold ${looks[lecture.phase]}`}>
    {describePhase(lecture)}
  </span>
)
