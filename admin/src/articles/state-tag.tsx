// State tags of an article, in list and editor. Their contrast is at least 4.5:1.
import { Tag } from 'antd'
import { articleStates, type ArticleState } from '@xinqiao/contract/columns.ts'

const looks: Record<ArticleState, { color: string; background: string }> = {
  draft: { color: 'var(--color-subtle)', background: 'var(--color-chip)' },
  scheduled: { color: 'var(--color-info-ink)', background: 'var(--color-info-tint)' },
  published: { color: 'var(--color-brand-deep)', background: 'var(--color-tint-strong)' },
  withdrawn: { color: 'var(--color-warm-ink)', background: 'var(--color-warm-tint)' },
}

export const StateTag = ({ state }: { state: ArticleState }) => (
  <Tag style={{ ...looks[state], border: 0, margin: 0 }}>{articleStates[state]}</Tag>
)

export const PinnedTag = () => (
  <Tag style={{ color: 'var(--color-warm-deep)', background: 'var(--color-warm-tint)', border: 0, margin: 0 }}>
    置顶
  </Tag>
)
