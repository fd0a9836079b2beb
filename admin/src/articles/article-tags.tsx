// State tags of an article, in list and editor. Their contrast is at least 4.5:1.
import { articleStates, type ArticleState } from '@xinqiao/contract/articles.ts'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'

const tones: Record<ArticleState, Tone> = { draft: 'calm', scheduled: 'info', published: 'good', withdrawn: 'warm' }

export const ArticleStateTag = ({ state }: { state: ArticleState }) => (
  <ToneTag tone={tones[state]}>{articleStates[state]}</ToneTag>
)

export const PinnedTag = () => <ToneTag tone="pinned">置顶</ToneTag>
