// Label with the kind of an article.
import type { ReactNode } from 'react'

type TagProps = { tone?: 'brand' | 'warm'; children: ReactNode }

export const Tag = ({ tone = 'brand', children }: TagProps) => (
  <span
    className={`shrink-0 rounded-full px-2 text-xs leading-5.5 whitespace-nowrap ${tone === 'warm' ? 'bg-warm-tint text-warm-strong' : 'bg-tint text-brand-deep'}`}
  >
    {children}
  </span>
)
