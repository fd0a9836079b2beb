// Announcements: public texts with current numbers, which the secretariat edits.
import {
  announcedNumbers,
  announcements,
  fillAnnouncedNumbers,
  findUnknownNumbers,
  type CallForPapersValues,
  type AnnouncementId,
} from '@xinqiao/contract/announcements.ts'
import { fail, failField } from '@xinqiao/contract/errors.ts'
import type { StaffAnnouncement } from '@xinqiao/contract/http/submissions/staff.ts'
import type { Announcement } from '@xinqiao/contract/http/submissions/submissions.ts'
import { defaultCriteria, defaultNoticeDays } from '@xinqiao/contract/submissions.ts'
import { cleanHtml } from '../../../kit/text/clean-html.ts'
import { escapeHtml } from '../../../kit/text/escape-html.ts'
import type { AuditedCtx, Ctx } from '../../../kit/ctx.ts'
import { type Db } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import * as announcementStore from './store.ts'
import { defaultAnnouncement } from './texts.ts'
import * as store from '../records/store.ts'

async function readAnnouncementText(db: Db, id: AnnouncementId) {
  const row = await announcementStore.selectAnnouncement(db, id)
  if (!row) return { ...defaultAnnouncement(id), version: 0 }
  const { title, dated, lead, content, version } = row
  return { title, dated, lead, content, version }
}

async function readAnnouncedCall(db: Db, id: AnnouncementId): Promise<CallForPapersValues> {
  const [kind] = announcements[id].kinds
  const call = await store.selectNewestCall(db, kind)
  return {
    criteria: call?.criteria ?? defaultCriteria[kind],
    noticeDays: call?.notice_days ?? defaultNoticeDays,
    deadline: call && formatTime(call.deadline),
  }
}

export async function getAnnouncement({ kit }: Ctx, id: AnnouncementId): Promise<Announcement> {
  const [{ title, dated, lead, content }, call] = await Promise.all([
    readAnnouncementText(kit.sql, id),
    readAnnouncedCall(kit.sql, id),
  ])
  const fillNumbers = (text: string) => fillAnnouncedNumbers(text, call, (value) => value)
  return {
    title: fillNumbers(title),
    dated,
    lead: fillNumbers(lead),
    // staff type the names of the weights, so these may contain markup
    content: fillAnnouncedNumbers(content, call, escapeHtml),
  }
}

export async function getAnnouncementForStaff(db: Db, id: AnnouncementId): Promise<StaffAnnouncement> {
  const [text, call] = [await readAnnouncementText(db, id), await readAnnouncedCall(db, id)]
  const numbers = Object.entries(announcedNumbers).map(([name, formatNumber]) => ({ name, text: formatNumber(call) }))
  return { id, ...text, numbers }
}

type AnnouncementDraft = {
  id: AnnouncementId
  version: number
  title: string
  dated: string
  lead: string
  content: string
}

/** @throws Failure invalid, changedMeanwhile */
export async function saveAnnouncement(
  { tx, viewer }: AuditedCtx,
  { id, version, ...draft }: AnnouncementDraft,
): Promise<StaffAnnouncement> {
  const values = { ...draft, content: cleanHtml(draft.content), changed_by: viewer.id }
  for (const field of ['title', 'lead', 'content'] as const) {
    const [unknown] = findUnknownNumbers(values[field])
    if (unknown !== undefined) throw failField(field, `没有名为“${unknown}”的数值，请用页面所列的名称`)
  }
  if (values.content.replaceAll(/<[^>]*>/g, '').trim() === '') throw failField('content', '请输入正文')
  if (!(await announcementStore.upsertAnnouncement(tx, id, version, values))) throw fail('changedMeanwhile')
  return getAnnouncementForStaff(tx, id)
}
