// An author's appeal against a moderation decision.
import { useId, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../accounts/api.ts'
import { DraftCareCard } from '../crisis/DraftCareCard.tsx'
import { CareDialog } from '../crisis/CareNote.tsx'
import { saveLevel } from '../crisis/saved-levels.ts'
import { useActing } from './acting.ts'

/** Style of the fields of these small forms. */
export const boxed = 'w-full rounded-lg border border-control bg-surface px-3.5 py-2.5 text-base text-ink'

export function AppealForm({ problemId, problemAnswerId }: { problemId: number; problemAnswerId?: number }) {
  const name = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [care, setCare] = useState<CrisisLevel | null>(null)
  const { isBusy, act } = useActing(true)
  const closeCard = () => {
    saveLevel('question', null)
    location.reload()
  }
  const send = () => {
    setError(text.trim() === '' ? '请填写申诉理由' : undefined)
    if (text.trim() === '') return
    void act(async () => {
      const { data, msg } = await replies('POST /problem/appeal', { problemId, problemAnswerId, text })
      toastOnNextPage(msg)
      if (!data.care) {
        location.reload()
        return
      }
      setCare(data.care)
      saveLevel('question', data.care)
    })
  }
  return (
    <div className="mt-3 grid gap-3 rounded-card bg-page p-4">
      <label className="block text-compact font-semibold text-ink">
        申诉理由
        <textarea
          value={text}
          maxLength={200}
          rows={3}
          aria-describedby={name}
          onChange={(event) => setText(event.target.value)}
          className={`mt-1.5 font-normal ${boxed}`}
        />
        <FieldError id={name} error={error} />
      </label>
      <DraftCareCard words={text} />
      <Button className="justify-self-start" busy={isBusy} busyText="正在提交…" onClick={send}>
        提交申诉
      </Button>
      {care && <CareDialog level={care} onClose={closeCard} />}
    </div>
  )
}
