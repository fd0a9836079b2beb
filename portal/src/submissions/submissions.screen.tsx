// The user's submissions, with links to continue each.
import { useState } from 'react'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { api } from '../session/api.ts'
import { showRequestFailure } from '../session/request-failures.ts'
import { useDialogAddress } from '../frame/dialog-address.ts'
import { isSubmissionEditable, OwnSubmissions } from './OwnSubmissions.tsx'
import { SubmissionDialog } from './SubmissionDialog.tsx'

const dialogNames = ['id'] as const

export type SubmissionsProps = { submissions: OwnSubmission[] }

export function Screen({ submissions: first }: SubmissionsProps) {
  const [submissions, setSubmissions] = useState(first)
  const { query, open, close } = useDialogAddress(dialogNames)
  const openSubmission = submissions.find((item) => item.id === Number(query.get('id')) && isSubmissionEditable(item))
  const reload = async () => setSubmissions(await api('GET /submission/mine', {}))
  return (
    <Card className="px-5 py-5 sm:px-10 sm:py-7">
      {submissions.length === 0 ? (
        <EmptyState
          picture="/art/empty.svg"
          title="还没有投稿或申报"
          text="论文、参赛作品和奖项申报提交后，进度显示在这里。"
        >
          <ButtonLink href={routes.academic}>去看看征集通知</ButtonLink>
        </EmptyState>
      ) : (
        <OwnSubmissions
          submissions={submissions}
          onOpen={({ id }) => open({ id })}
          onChanged={reload}
          onFailed={showRequestFailure}
        />
      )}
      {openSubmission && (
        <SubmissionDialog
          kind={openSubmission.kind}
          submission={openSubmission}
          deadline=""
          onClose={() => {
            close()
            void reload().catch(showRequestFailure)
          }}
        />
      )}
    </Card>
  )
}
