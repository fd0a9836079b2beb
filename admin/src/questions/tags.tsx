// The state of a question or an answer in its colour.
import { Tag } from 'antd'
import { questionStates, type QuestionState } from '@xinqiao/contract/questions.ts'

const looks: Record<QuestionState, { color: string; background: string }> = {
  held: { color: '#7a3413', background: '#fdf1ea' },
  shown: { color: '#0b5f59', background: '#e0f2ee' },
  refused: { color: '#8f241d', background: '#fbe9e7' },
  removed: { color: '#45544f', background: '#eceff0' },
  merged: { color: '#45544f', background: '#eceff0' },
}

export const StateTag = ({ state }: { state: QuestionState }) => (
  <Tag style={{ ...looks[state], border: 0, margin: 0 }}>{questionStates[state]}</Tag>
)
