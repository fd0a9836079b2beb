// All kinds of Excel exports.
import type { ExportKinds } from '../kit/ctx.ts'
import { registrationExport } from '../portal/conference/registrations/export.ts'
import { memberExport } from '../portal/membership/members/export.ts'
import { submissionExport } from '../portal/submissions/secretariat/export.ts'

export const exportKinds: ExportKinds = {
  members: memberExport,
  registrations: registrationExport,
  submissions: submissionExport,
}
