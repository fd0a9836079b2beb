// The phase of a lecture as a small label.
import { lecturePhases, type LecturePhase } from '@xinqiao/contract/lectures.ts'

const looks: Record<LecturePhase, string> = {
  coming: 'bg-tint text-brand-deep',
  live: 'bg-warm-tint text-warm-ink',
  over: 'bg-page text-muted',
  cancelled: 'bg-danger-tint text-danger',
}

export const PhaseTag = ({ phase, hasReplay = false }: { phase: LecturePhase; hasReplay?: boolean }) => (
  <span className={`inline-flex rounded-full px-3 py-0.5 text-sm font-semibold ${looks[phase]}`}>
    {phase === 'over' && hasReplay ? '可看回放' : lecturePhases[phase]}
  </span>
)
