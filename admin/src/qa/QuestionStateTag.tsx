// Tag of the state of a question or answer.
import { questionStates, type QuestionState } from '@xinqiao/contract/questions.ts'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'

const tones: Record<QuestionState, Tone> = {
  held: 'warm',
  shown: 'good',
  refused: 'bad',
  removed: 'calm',
  merged: 'calm',
}

export const QuestionStateTag = ({ state }: { state: QuestionState }) => (
  <ToneTag tone={tones[state]}>{questionStates[state]}</ToneTag>
)
