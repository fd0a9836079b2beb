// Participation in a call: its period, the caller's submissions, and the submission dialog.
import { useState } from 'react'
import type { OwnSubmission, SubmissionCall } from '@xinqiao/contract/http/submissions/submissions.ts'
import { callKinds, type CallKind } from '@xinqiao/contract/submissions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'
import { redirectToSignIn, showRequestFailure } from '../session/request-failures.ts'
import { useDialogAddress } from '../frame/dialog-address.ts'
import { isSubmissionEditable, OwnSubmissions } from './OwnSubmissions.tsx'
import { SubmissionDialog } from './SubmissionDialog.tsx'

type ApplyProps = {
  choices: readonly { kind: CallKind; label: string }[]
  calls: readonly (SubmissionCall | null)[]
  submissions: readonly OwnSubmission[]
  isKnown: boolean
  path: string
}
const dialogNames = ['write', 'id'] as const

export function Screen({ choices, calls, submissions: first, isKnown, path }: ApplyProps) {
  const [submissions, setSubmissions] = useState(first)
  const { query, open, rename, close } = useDialogAddress(dialogNames)
  const kinds = choices.map((choice) => choice.kind)
  const reload = async () =>
    setSubmissions((await api('GET /submission/mine', {})).filter((item) => kinds.includes(item.kind)))
  const startSubmission = (kind: CallKind) => {
    if (isKnown) open({ write: kind })
    else redirectToSignIn(path)
  }
  const chosenKind = isKnown ? kinds.find((kind) => kind === query.get('write')) : undefined
  const begun = submissions.find((item) => item.id === Number(query.get('id')) && item.kind === chosenKind) ?? null
  const findCall = (kind: CallKind) => calls[kinds.indexOf(kind)] ?? null

  return (
    <Card as="section" labelledBy="take-part" className="px-5 py-7 sm:px-10 sm:py-9 md:px-16">
      <BlockHeading id="take-part">参与申报</BlockHeading>
      <ul className="mt-4 space-y-4">
        {choices.map(({ kind, label }) => (
          <CallChoice
            key={kind}
            kind={kind}
            label={label}
            call={findCall(kind)}
            count={submissions.filter((item) => item.kind === kind && item.callId === findCall(kind)?.id).length}
            onStart={() => startSubmission(kind)}
          />
        ))}
      </ul>
      {submissions.length > 0 && (
        <div className="mt-7">
          <h3 className="font-bold text-ink">我的投稿与申报</h3>
          <OwnSubmissions
            submissions={submissions}
            onOpen={(row) => open({ write: row.kind, id: row.id })}
            onChanged={reload}
            onFailed={showRequestFailure}
          />
        </div>
      )}
      {chosenKind && (begun === null || isSubmissionEditable(begun)) && (
        <SubmissionDialog
          kind={chosenKind}
          submission={begun}
          deadline={findCall(chosenKind)?.deadline ?? ''}
          onBegun={(id) => rename({ write: chosenKind, id })}
          onClose={() => {
            close()
            void reload().catch(showRequestFailure)
          }}
        />
      )}
    </Card>
  )
}

type CallChoiceProps = {
  kind: CallKind
  label: string
  call: SubmissionCall | null
  count: number
  onStart: () => void
}

function CallChoice({ kind, label, call, count, onStart }: CallChoiceProps) {
  const { maxPerAuthor, noun } = callKinds[kind]
  const isFull = count >= maxPerAuthor
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg bg-page px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold text-ink">{call?.title ?? callKinds[kind].title}</p>
        <p className="mt-0.5 flex items-center gap-1.5 text-compact text-muted">
          <Icon name="clock" className="size-4" />
          {call
            ? `${call.isOpen ? '截止' : '已于'} ${formatMinute(call.deadline)}${call.isOpen ? '' : ' 截止'}`
            : '尚未开始征集'}
        </p>
      </div>
      {call?.isOpen && !isFull && (
        <Button look="accent" onClick={onStart}>
          {label}
        </Button>
      )}
      {call?.isOpen && isFull && <p className="text-compact text-muted">{`每人最多${maxPerAuthor}份${noun}`}</p>}
    </li>
  )
}
