// Module of the server (see modules.ts): submissions.
import type { Module } from '../../kit/module.ts'
import { staffSubmissionHandlers, submissionHandlers } from './handlers.ts'
import { purgeOldCalls } from './retention/purge.ts'
import { submissionExport } from './secretariat/export.ts'

export const submissionsModule = {
  handlers: { ...submissionHandlers, ...staffSubmissionHandlers },
  exportKinds: { submissions: submissionExport },
  jobs: [{ name: 'purged submissions', everySeconds: 24 * 3600, run: purgeOldCalls }],
} satisfies Module
