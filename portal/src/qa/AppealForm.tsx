// An author's appeal against a moderation decision.
import { useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../session/api.ts'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { HelpDialog } from '../crisis/WriterHelpCard.tsx'
import { saveCardLevel } from '../crisis/saved-levels.ts'
import { TextForm } from './TextForm.tsx'

export function AppealForm({ problemId, problemAnswerId }: { problemId: number; problemAnswerId?: number }) {
  const [crisisLevel, setCrisisLevel] = useState<CrisisLevel | null>(null)
  const closeCard = () => {
    saveCardLevel('question', null)
    location.reload()
  }
  const sendAppeal = async (text: string) => {
    const { data, msg } = await replies('POST /problem/appeal', { problemId, problemAnswerId, text })
    toastOnNextPage(msg)
    if (!data.care) {
      location.reload()
      return
    }
    setCrisisLevel(data.care)
    saveCardLevel('question', data.care)
  }
  return (
    <>
      <TextForm
        label="申诉理由"
        rows={3}
        maxLength={200}
        missingMessage="请填写申诉理由"
        button="提交申诉"
        busyText="正在提交…"
        send={sendAppeal}
        renderBelow={(text) => <DraftHelpCard draft={text} />}
      />
      {crisisLevel && <HelpDialog level={crisisLevel} onClose={closeCard} />}
    </>
  )
}
