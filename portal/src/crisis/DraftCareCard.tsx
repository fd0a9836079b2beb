// Help card while a question is being written. The question can still be sent.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { api } from '../accounts/api.ts'
import { QuietCareCard } from './QuietCareCard.tsx'
import { useReadWords } from './use-read-words.ts'

type DraftCareCardProps = { form: RefObject<HTMLFormElement | null> }

const separator = '\n'
const readQuestion = (words: string) => {
  const [title = '', ...content] = words.split(separator)
  return api('POST /care/draft', { title, text: content.join(separator) })
}

/** The fields `title` and `content` of the form, in one string. */
function useQuestionWords(form: RefObject<HTMLFormElement | null>): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const element = form.current
    const read = () => {
      const values = ['title', 'content'].map((name) => {
        const field = element?.elements.namedItem(name)
        return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : ''
      })
      setWords(values.every((value) => value === '') ? '' : values.join(separator))
    }
    const afterReset = () => queueMicrotask(read)
    read()
    element?.addEventListener('input', read)
    element?.addEventListener('reset', afterReset)
    return () => {
      element?.removeEventListener('input', read)
      element?.removeEventListener('reset', afterReset)
    }
  }, [form])
  return words
}

export function DraftCareCard({ form }: DraftCareCardProps) {
  const level = useReadWords(useQuestionWords(form), readQuestion)
  const [dismissed, setDismissed] = useState<CrisisLevel | null>(null)
  const isDismissed = level !== null && dismissed !== null && moreSevereOf(level, dismissed) === dismissed
  const isShown = level !== null && !isDismissed
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // below the field on a phone; the focus stays in the field
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div ref={box} aria-live="polite" className="scroll-mb-2">
      {isShown && (
        <QuietCareCard level={level} isShort>
          <p className="text-sm">您的提问可以照常发布，咨询师会看到。</p>
          <Button
            look="plain"
            className="justify-self-center text-warm-ink underline"
            onClick={() => setDismissed(level)}
          >
            我知道了
          </Button>
        </QuietCareCard>
      )}
    </div>
  )
}
