// Badges for all registrations: ten per sheet, with cutting lines and the check-in ticket.
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { Ctx } from '../../../kit/ctx.ts'
import { renderQr, createPdf, type Pdf } from '../../../kit/documents/pdf.ts'
import * as store from '../records/store.ts'
import * as checkInStore from '../records/check-in-store.ts'
import { createTicket } from '../rules/tickets.ts'

const [pageWidth, pageHeight] = [595.28, 841.89]
const [columns, lines] = [2, 5]
const [width, height] = [255, 153] // each badge has 90 x 54 mm
const leftMargin = (pageWidth - columns * width) / 2
const top = (pageHeight - lines * height) / 2
const maxBadges = 3000

type Badge = { name: string; company: string; role: string; ticket: string }

/** The largest font size at which the text fits into one line. */
function fitFontSize(pdf: Pdf, text: string, room: number, maxSize: number, minSize: number): number {
  let size = maxSize
  while (size > minSize && pdf.fontSize(size).widthOfString(text) > room) size -= 1
  return size
}

function renderBadge(pdf: Pdf, badge: Badge, meetingTitle: string, x: number, y: number): void {
  pdf.save().lineWidth(0.4).dash(2, { space: 2 }).rect(x, y, width, height).stroke('#b9c7c4').undash()
  pdf.rect(x, y, width, 26).fill('#0f766e')
  pdf.font('bold').fillColor('#ffffff')
  pdf
    .fontSize(fitFontSize(pdf, meetingTitle, width - 24, 11, 6))
    .text(meetingTitle, x + 12, y + 7, { lineBreak: false })
  const room = width - 112
  pdf.font('bold').fillColor('#12312f')
  pdf.fontSize(fitFontSize(pdf, badge.name, room, 28, 12)).text(badge.name, x + 14, y + 42, { lineBreak: false })
  pdf.font('regular').fontSize(10).fillColor('#2a3f3d')
  pdf.text(badge.company, x + 14, y + 84, { width: room, height: 30, ellipsis: true })
  pdf.fillColor('#0b5f59').text(badge.role, x + 14, y + 126, { lineBreak: false })
  renderQr(pdf, badge.ticket, x + width - 92, y + 42, 80)
  pdf.restore()
}

export async function renderBadges({ kit }: Ctx, meetingId: number): Promise<Uint8Array> {
  const meeting = orNotFound(await store.selectMeeting(kit.sql, meetingId))
  const rows = await checkInStore.selectExpectedAttendees(kit.sql, meetingId)
  if (rows.length === 0) throw fail('wrongState', '还没有已缴费的参会者')
  if (rows.length > maxBadges) throw fail('wrongState', `一次最多制作${maxBadges}张胸卡`)
  const badges = rows.map((row) => ({
    name: row.name || row.company,
    company: row.company,
    role: attendTypeTitle(row.attend_type),
    ticket: createTicket(kit, row),
  }))
  return createPdf({ title: `${meeting.title}胸卡`, margin: 0 }, (pdf) => {
    badges.forEach((badge, index) => {
      const cell = index % (columns * lines)
      if (index > 0 && cell === 0) pdf.addPage()
      renderBadge(
        pdf,
        badge,
        meeting.title,
        leftMargin + (cell % columns) * width,
        top + Math.floor(cell / columns) * height,
      )
    })
  })
}
