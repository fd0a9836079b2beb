// Crisis help, shown at once to the writer of a text that sounds like danger.
import { useEffect, useRef } from 'react'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { careWords } from '../frame/care-words.ts'

const notes = {
  question: '协会值班人员收到了提醒，会尽快关注您。您的提问将由工作人员先查看。',
  words: '您写的内容已照常提交。协会值班人员也收到了提醒，会尽快关注您。',
  other: '您自己也需要支持，同样可以拨打12356。',
}

/** A refused text may sound like danger, too. */
export function careOf(error: unknown): CrisisLevel | null {
  const care = error instanceof Failure ? (error.data as { care?: unknown } | null)?.care : null
  return crisisLevels.find((level) => level === care) ?? null
}

type CareNoteProps = {
  level: CrisisLevel
  /** Questions are held for review, other texts are published. */
  of: 'question' | 'words'
  onClose: () => void
}

export function CareNote({ level, of, onClose }: CareNoteProps) {
  const whom = level === 'other' ? 'other' : 'self'
  const { title, lead, steps } = careWords[whom]
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus()
  }, [])
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-label={title}
      className="rounded-card border border-help-line bg-warm-tint p-5 text-warm-ink sm:p-7"
    >
      <h2 className="text-lg font-bold">{title}</h2>
      <p className="mt-1">{lead}</p>
      <ul className="mt-2 list-disc pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className="mt-2 text-sm">{notes[whom === 'other' ? 'other' : of]}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href="tel:12356" look="accent">
          <Icon name="phone" className="size-4.5" />
          拨打12356
        </ButtonLink>
        <Button look="light" onClick={onClose}>
          我知道了
        </Button>
      </div>
    </section>
  )
}

/** Shown before the page continues. */
export const CareDialog = ({ level, onClose }: Omit<CareNoteProps, 'of'>) => (
  <Dialog title="请先照顾好自己" onClose={onClose} closesLightly={false}>
    <CareNote level={level} of="words" onClose={onClose} />
  </Dialog>
)
