// A tag in one of the console's tones; antd's own colours lack contrast.
import { Tag } from 'antd'
import type { ReactNode } from 'react'

const tones = {
  good: ['#0b5f59', '#e0f2ee'],
  warm: ['#7a3413', '#fdf1ea'],
  bad: ['#8f241d', '#fbe9e7'],
  calm: ['#45544f', '#eceff0'],
} as const
export type Tone = keyof typeof tones

export const ToneTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag style={{ color: tones[tone][0], background: tones[tone][1], border: 0, margin: 0 }}>{children}</Tag>
)
