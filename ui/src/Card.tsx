// Card: a white box with one soft shadow, and the heading of a block inside it.
import type { ReactNode } from 'react'

type CardProps = { as?: 'div' | 'section' | 'article'; className?: string; labelledBy?: string; children: ReactNode }

export const Card = ({ as: Tag = 'div', className = 'p-5 sm:p-8', labelledBy, children }: CardProps) => (
  <Tag aria-labelledby={labelledBy} className={`min-w-0 rounded-card bg-surface shadow-card ${className}`}>
    {children}
  </Tag>
)

type BlockHeadingProps = { id?: string; children: ReactNode; end?: ReactNode }

export const BlockHeading = ({ id, children, end }: BlockHeadingProps) => (
  <div className="flex items-center gap-2.5">
    <span className="h-5 w-1 rounded-full bg-brand" aria-hidden="true" />
    <h2 id={id} className="text-xl leading-8 font-bold text-ink">
      {children}
    </h2>
    {end && <div className="ml-auto">{end}</div>}
  </div>
)
