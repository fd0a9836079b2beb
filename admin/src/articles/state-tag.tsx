// State tags of an article, in list and editor. Their contrast is at least 4.5:1.
import { Tag } from 'antd'
import { articleStates, type ArticleState } from '@xinqiao/contract/columns.ts'

const looks: Record<ArticleState, { color: string; background: string }> = {
  draft: { color: '#4a5f5d', background: '#eceff0' },
  scheduled: { color: '#1c5594', background: '#e6f0fb' },
  published: { color: '#0b5f59', background: '#e0f2ee' },
  withdrawn: { color: '#8a4208', background: '#fcefe2' },
}

export const StateTag = ({ state }: { state: ArticleState }) => (
  <Tag style={{ ...looks[state], border: 0, margin: 0 }}>{articleStates[state]}</Tag>
)

export const PinnedTag = () => <Tag style={{ color: '#a3410f', background: '#fdece2', border: 0, margin: 0 }}>置顶</Tag>
