// Empty state of a list: a picture, a sentence, a link.
import type { ReactNode } from 'react'

type EmptyStateProps = { picture: string; title: string; text?: string; children?: ReactNode }

export const EmptyState = ({ picture, title, text, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center px-4 py-10 text-center">
    <img src={picture} alt="" width="320" height="220" className="h-auto w-56" />
    <p className="mt-4 text-lg font-semibold text-ink">{title}</p>
    {text && <p className="mt-1 max-w-md text-muted">{text}</p>}
    {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
)
