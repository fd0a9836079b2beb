// Endpoints of exports.
import type { exports } from '@xinqiao/contract/http/exports.ts'
import type { Handlers } from '../../kit/ctx.ts'
import { askExport, confirmExport, readExport } from './exports.ts'

export const exportHandlers: Handlers<typeof exports> = {
  'POST /admin/export': (input, ctx) => askExport(ctx, input),
  'POST /admin/export/confirm': ({ id }, ctx) => confirmExport(ctx, id),
  'GET /admin/export': ({ id }, ctx) => readExport(ctx, id),
}
