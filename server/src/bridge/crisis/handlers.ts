// Handlers of the endpoints of the duty list and the audit log.
import { auditActions, type AuditAction } from '@xinqiao/contract/audit.ts'
import type { auditLog } from '@xinqiao/contract/http/crisis/audit-log.ts'
import type { crisisAlerts } from '@xinqiao/contract/http/crisis/alerts.ts'
import type { duty } from '@xinqiao/contract/http/crisis/duty.ts'
import {
  addAlertNote,
  closeAlert,
  countWaitingAlerts,
  getAlert,
  listAlerts,
  listAlertSignals,
  listCrisisConversations,
  listFigures,
  markAlertSeen,
  raiseExercise,
  recordStep,
  selectDutySettings,
  upsertDutySettings,
} from '../../im/chat.ts'
import { listAudit, verifyAudit } from '../../kit/audit/audit.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { detectCrisisInSearch } from '../../crisis/search-words.ts'
import { viewerOf, type Handlers, type AuditedCtx } from '../../kit/ctx.ts'
import { chinaDay, formatTime } from '../../kit/time.ts'
import { handOverAlert, listDuty, setDuty, takeAlert } from './duty.ts'
import { writeLetter } from './letters.ts'
import { callDutyForMessage, listMarkedMessages } from './leaders.ts'
import { openTranscript } from './transcript.ts'
import { openWriterContacts } from './writer-contacts.ts'

const toStaffScope = (ctx: AuditedCtx) => ({ ...ctx, actorId: ctx.viewer.id })

export const crisisHandlers: Handlers<typeof crisisAlerts & typeof duty & typeof auditLog> = {
  'GET /care/search': ({ key = '' }) => Promise.resolve({ care: detectCrisisInSearch(key) }),
  'POST /care/draft': (draft) => Promise.resolve({ care: detectCrisis(draft) }),
  'POST /care/letter': (input, ctx) => writeLetter(ctx, input),
  'GET /care/talks': (_input, ctx) => listCrisisConversations(ctx.kit.sql, viewerOf(ctx).id),
  'GET /care/groupMessages': ({ teamId }, ctx) => listMarkedMessages(ctx, Number(teamId)),
  'POST /care/callForGroupMessage': (input, ctx) => callDutyForMessage(ctx, input),
  'POST /care/step': (input, ctx) => recordStep(ctx, input),
  'GET /admin/care/duty': (_input, { kit }) => listDuty(kit),
  'PUT /admin/care/duty': (input, { tx }) => setDuty(tx, input),
  'GET /admin/care/dutySettings': (_input, { kit }) => selectDutySettings(kit.sql),
  async 'PUT /admin/care/dutySettings'(input, { tx }) {
    await upsertDutySettings(tx, input)
    return null
  },
  'GET /admin/care/waiting': (_input, ctx) => countWaitingAlerts(ctx.kit.sql, viewerOf(ctx).id, chinaDay()),
  'GET /admin/care/figures': (_input, { kit }) => listFigures(kit.sql),
  'POST /admin/care/drill': (_input, ctx) => raiseExercise(toStaffScope(ctx)),
  'POST /admin/care/handOver': (input, ctx) => handOverAlert(toStaffScope(ctx), input),
  'GET /admin/care/alerts': ({ state, ...page }, ctx) => listAlerts(ctx.kit, viewerOf(ctx).id, state, page),
  'GET /admin/care/alert': ({ id }, ctx) => getAlert(ctx.kit, id, viewerOf(ctx).id),
  'GET /admin/care/signals': ({ id, ...page }, { kit }) => listAlertSignals(kit, id, page),
  'POST /admin/care/take': ({ id }, ctx) => takeAlert(toStaffScope(ctx), id),
  'POST /admin/care/seen': ({ id, hits }, ctx) => markAlertSeen(ctx.kit.sql, id, viewerOf(ctx).id, hits),
  'POST /admin/care/note': ({ id, text, followUpOn }, ctx) => addAlertNote(toStaffScope(ctx), id, text, followUpOn),
  'POST /admin/care/close': (input, ctx) => closeAlert(toStaffScope(ctx), input),
  'POST /admin/care/transcript': (input, ctx) => openTranscript(toStaffScope(ctx), input),
  'POST /admin/care/phone': (input, ctx) => openWriterContacts(toStaffScope(ctx), input),
  async 'GET /admin/audit'({ limit, offset, ...query }, { kit }) {
    const { rows, total } = await listAudit(kit.sql, query, { limit, offset })
    const content = rows.map(({ at, action: done, title, ...rest }) => {
      const action = done as AuditAction
      return { ...rest, time: formatTime(at), action, title: title ?? auditActions[action] }
    })
    return { content, totalElements: total }
  },
  'GET /admin/audit/verify': (_input, { kit }) => verifyAudit(kit.sql),
}
