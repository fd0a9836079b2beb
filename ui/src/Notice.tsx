// A highlighted sentence: an error above a form's button, a hint, or a success.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type NoticeTone = 'error' | 'info' | 'warm'
const tones: Record<NoticeTone, { className: string; icon: IconName }> = {
  error: { className: 'bg-danger-tint text-danger', icon: 'alert' },
  info: { className: 'bg-tint text-brand-deep', icon: 'shield' },
  warm: { className: 'bg-warm-tint text-warm-ink', icon: 'alert' },
}

type NoticeProps = { tone?: NoticeTone; role?: 'alert' | 'status' | 'note'; children: ReactNode }

export const Notice = ({ tone = 'info', role, children }: NoticeProps) => (
  <p role={role} className={`flex gap-2.5 rounded-lg px-4 py-3 text-compact leading-6 ${tones[tone].className}`}>
    <Icon name={tones[tone].icon} className="mt-0.5 size-5" />
    <span className="min-w-0">{children}</span>
  </p>
)
