// Help before anything is sent: above search results, and beside a question that is being written. No one is notified.
// It works without scripts.
import { useId, type ReactNode } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpSteps } from './HelpContent.tsx'
import { HelpNumbers } from './HelpNumbers.tsx'
import { helpTexts } from './help-texts.ts'

type QuietHelpCardProps = {
  level: CrisisLevel
  className?: string
  /** True for a card beside a field, which folds its advice on what to do now. */
  isShort?: boolean
  children?: ReactNode
}

export function QuietHelpCard({ level, className = '', isShort = false, children }: QuietHelpCardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={`rounded-card border border-help-line bg-warm-tint p-4.5 text-warm-ink ${className}`}
    >
      <h2 id={heading} className="mb-3 text-lg font-bold break-keep">
        {helpTexts[level].title}
      </h2>
      <div className="grid max-w-xl gap-3">
        <HelpNumbers level={level} />
        {isShort ? (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold">
              现在可以做三件事
              <Icon name="arrowDown" />
            </summary>
            <HelpSteps level={level} />
          </details>
        ) : (
          <HelpSteps level={level} />
        )}
        {children}
      </div>
    </section>
  )
}
