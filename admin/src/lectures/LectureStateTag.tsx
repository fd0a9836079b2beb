// The state of a lecture as a coloured tag.
import { lectureStates, type LectureState } from '@xinqiao/contract/lectures.ts'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'

const tones: Record<LectureState, Tone> = { draft: 'calm', published: 'good', cancelled: 'bad' }

export const LectureStateTag = ({ state }: { state: LectureState }) => (
  <ToneTag tone={tones[state]}>{lectureStates[state]}</ToneTag>
)
