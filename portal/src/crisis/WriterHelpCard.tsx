// Help card on a page, shown at once to the writer of a text that sounds like danger.
import { useEffect, useRef } from 'react'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { HelpContent } from './HelpContent.tsx'
import { type HelpCardName, useSavedLevel } from './saved-levels.ts'
import { helpTexts } from './help-texts.ts'

/** The level of danger in a refused text, which may need help too; null without danger. */
export function crisisLevelOfRefusal(error: unknown): CrisisLevel | null {
  const care = error instanceof Failure ? (error.data as { care?: unknown } | null)?.care : null
  return crisisLevels.find((level) => level === care) ?? null
}

type HelpNoteProps = {
  level: CrisisLevel
  /** True when the writer's question is held for review, which the card then mentions. */
  isHeld?: boolean
  /** False for a card of an earlier visit, which must not scroll the page. */
  isNew?: boolean
  /** True inside a dialog, where the card has no frame. */
  isBare?: boolean
  onClose: () => void
}

export function WriterHelpCard({ level, isHeld = false, isNew = true, isBare = false, onClose }: HelpNoteProps) {
  const { title } = helpTexts[level]
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNew) return
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus()
  }, [isNew])
  const fate = isHeld ? '您的提问由工作人员先查看，再公开显示。' : undefined
  return (
    <section
      ref={box}
      role={isNew ? 'alert' : undefined}
      tabIndex={-1}
      aria-label={title}
      className={`text-warm-ink ${isBare ? '' : 'rounded-card border border-help-line bg-warm-tint p-4.5 sm:p-7'}`}
    >
      <h2 className="mb-3 text-lg font-bold break-keep">{title}</h2>
      <HelpContent level={level} fate={fate} onClose={onClose} />
    </section>
  )
}

/** Shows the card before the page continues. */
export const HelpDialog = ({ level, onClose }: Pick<HelpNoteProps, 'level' | 'onClose'>) => (
  <Dialog title="请先照顾好自己" onClose={onClose} closesLightly={false}>
    <WriterHelpCard level={level} isBare onClose={onClose} />
  </Dialog>
)

/** The card of an earlier visit, if its writer has not dismissed it. */
export function SavedHelpCard({ card }: { card: HelpCardName }) {
  const [level, save] = useSavedLevel(card)
  return level && <WriterHelpCard level={level} isNew={false} onClose={() => save(null)} />
}
