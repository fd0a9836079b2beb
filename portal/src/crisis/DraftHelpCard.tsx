// Help card while a text is being written. The text can still be sent.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { api } from '../session/api.ts'
import { DutyLetter } from './DutyLetter.tsx'
import { QuietHelpCard } from './QuietHelpCard.tsx'
import { useDetectedLevel } from './use-detected-level.ts'

type DraftHelpCardProps = {
  /** The text to read. By default, the text areas of the surrounding form, and its title. */
  draft?: string
  note?: string
  className?: string
  /** True where the text cannot be sent, so that a letter is the way to be heard. */
  hasLetter?: boolean
}

const separator = '\n'
/** Maximum length of a text that the endpoint reads at once. */
const maxReadLength = 2_000
const detectDraftLevel = (draft: string) => {
  const [title = '', ...texts] = draft.split(separator)
  const text = texts.join(separator).slice(-maxReadLength)
  return api('POST /care/draft', { title: title.slice(0, 500), text })
}

/** The texts to read: the form's title in the first line, then its text areas. */
function useFormText(box: RefObject<HTMLElement | null>, isUsed: boolean): string {
  const [formText, setFormText] = useState('')
  useEffect(() => {
    const form = isUsed ? box.current?.closest('form') : null
    const updateFormText = () => {
      const title = form?.querySelector<HTMLInputElement>('input[name="title"]')?.value ?? ''
      const texts = Array.from(form?.querySelectorAll('textarea') ?? [], ({ value }) => value)
      const values = [title, ...texts].map((value) => value.trim())
      setFormText(values.every((value) => value === '') ? '' : values.join(separator))
    }
    const updateFormTextAfterReset = () => queueMicrotask(updateFormText)
    updateFormText()
    form?.addEventListener('input', updateFormText)
    form?.addEventListener('reset', updateFormTextAfterReset)
    return () => {
      form?.removeEventListener('input', updateFormText)
      form?.removeEventListener('reset', updateFormTextAfterReset)
    }
  }, [box, isUsed])
  return formText
}

export function DraftHelpCard({
  draft,
  note = '您写的内容可以照常提交。',
  className = '',
  hasLetter = false,
}: DraftHelpCardProps) {
  const box = useRef<HTMLDivElement>(null)
  const formText = useFormText(box, draft === undefined)
  const text = draft?.trim()
  const level = useDetectedLevel(text === undefined ? formText : text && `${separator}${text}`, detectDraftLevel)
  const [dismissed, setDismissed] = useState<CrisisLevel | null>(null)
  const isDismissed = level !== null && dismissed !== null && moreSevereOf(level, dismissed) === dismissed
  const isShown = level !== null && !isDismissed
  useEffect(() => {
    // on a phone the card is below the field, so it is scrolled into view; the focus stays in the field
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div ref={box} aria-live="polite" className={`scroll-mb-2 ${isShown ? className : ''}`}>
      {isShown && (
        <QuietHelpCard level={level} isShort>
          <p className="text-sm">{note}</p>
          {hasLetter && <DutyLetter level={level} />}
          <Button
            look="plain"
            className="justify-self-center text-warm-ink underline"
            onClick={() => setDismissed(level)}
          >
            我知道了
          </Button>
        </QuietHelpCard>
      )}
    </div>
  )
}
