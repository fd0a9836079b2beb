// A note that only moderators see, at a text that sounds like danger.
import type { ReactNode } from 'react'

export const DangerHint = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 rounded-lg bg-warm-tint px-3 py-2 text-sm text-warm-deep">只有主持人看到：{children}</p>
)
