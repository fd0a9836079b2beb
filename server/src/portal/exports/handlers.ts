// Handlers of the endpoints of exports.
import type { exports } from '@xinqiao/contract/http/exports.ts'
import { type Handlers, inStages } from '../../kit/ctx.ts'
import { confirmExport, checkExport, queueExport, getExportTask } from './exports.ts'

export const exportHandlers: Handlers<typeof exports> = {
  'POST /admin/export': inStages({ prepare: checkExport, perform: queueExport }),
  'POST /admin/export/confirm': ({ id }, ctx) => confirmExport(ctx, id),
  'GET /admin/export': ({ id }, ctx) => getExportTask(ctx, id),
}
