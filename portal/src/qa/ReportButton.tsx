// Report of a text to the moderators, with a reason.
import { useRef, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { reportReasons, type ReportReason } from '@xinqiao/contract/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { replies } from '../session/api.ts'
import { HelpDialog, readCrisisLevel } from '../crisis/HelpNote.tsx'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { saveLevel } from '../crisis/saved-levels.ts'
import { useSignedInAction } from './use-signed-in-action.ts'

type ReportButtonProps = { problemId: number; problemAnswerId?: number; isSignedIn: boolean }

export function ReportButton({ problemId, problemAnswerId, isSignedIn }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [text, setText] = useState('')
  const [crisisLevel, setCrisisLevel] = useState<CrisisLevel | null>(null)
  const showCard = (level: CrisisLevel | null) => {
    if (!level) return
    setCrisisLevel(level)
    saveLevel('question', level)
  }
  const closeCard = () => {
    setCrisisLevel(null)
    saveLevel('question', null)
  }
  const { isBusy, runSignedIn } = useSignedInAction(isSignedIn)
  const isHydrated = useHydrated()
  const open = () =>
    runSignedIn(() => {
      setOpen(true)
      return Promise.resolve()
    })
  const sendReport = () => {
    setMissing(reason === null)
    if (reason === null) {
      reasons.current?.querySelector('input')?.focus()
      return
    }
    void runSignedIn(async () => {
      try {
        const { data, msg } = await replies('POST /problem/report', { problemId, problemAnswerId, reason, text })
        setOpen(false)
        showToast(msg)
        showCard(data.care)
      } catch (error) {
        showCard(readCrisisLevel(error))
        throw error
      }
    })
  }
  const name = `report-${problemAnswerId ?? 'question'}-${problemId}`
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={open}
        className="min-h-10 rounded-full px-3 text-compact text-muted hover:bg-tint hover:text-brand-deep"
      >
        举报
      </button>
      {crisisLevel && <HelpDialog level={crisisLevel} onClose={closeCard} />}
      {isOpen && (
        <Dialog title="举报" onClose={() => setOpen(false)}>
          <fieldset ref={reasons}>
            <legend className="text-sm text-muted">请选择举报原因</legend>
            <div className="mt-1 grid">
              {(Object.keys(reportReasons) as ReportReason[]).map((key) => (
                <label key={key} className="flex min-h-10 cursor-pointer items-center gap-2.5">
                  <input
                    type="radio"
                    name={name}
                    checked={reason === key}
                    onChange={() => {
                      setReason(key)
                      setMissing(false)
                    }}
                    className="size-4.5 accent-brand"
                  />
                  {reportReasons[key]}
                </label>
              ))}
            </div>
            <FieldError id={`${name}-error`} error={isMissing ? '请选择举报原因' : undefined} />
          </fieldset>
          <label className="mt-3 block text-sm text-muted">
            补充说明（选填）
            <textarea
              value={text}
              maxLength={200}
              rows={3}
              onChange={(event) => setText(event.target.value)}
              className="mt-1 w-full rounded-lg border border-control bg-surface px-3 py-2 text-base text-ink"
            />
          </label>
          <DraftHelpCard draft={text} className="mt-3" />
          <div className="mt-4 flex justify-end gap-3">
            <Button look="ghost" onClick={() => setOpen(false)}>
              取消
            </Button>
            <Button busy={isBusy} busyText="正在提交…" onClick={sendReport}>
              提交
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
