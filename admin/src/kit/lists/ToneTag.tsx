// A tag in one of the console's tones; antd's own colours lack contrast.
import { Tag } from 'antd'
import type { ReactNode } from 'react'

const tones = {
  good: ['var(--color-brand-deep)', 'var(--color-tint-strong)'],
  warm: ['var(--color-warm-ink)', 'var(--color-warm-tint)'],
  gravest: ['var(--color-surface)', 'var(--color-danger-ink)'],
  bad: ['var(--color-danger-ink)', 'var(--color-danger-tint)'],
  info: ['var(--color-info-ink)', 'var(--color-info-tint)'],
  pinned: ['var(--color-warm-deep)', 'var(--color-warm-tint)'],
  calm: ['var(--color-subtle)', 'var(--color-chip)'],
  over: ['var(--color-muted)', 'var(--color-chip)'],
} as const
export type Tone = keyof typeof tones

export const ToneTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag style={{ color: tones[tone][0], background: tones[tone][1], border: 0, margin: 0 }}>{children}</Tag>
)
