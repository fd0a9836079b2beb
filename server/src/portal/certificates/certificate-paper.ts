// Printed certificate: A4 landscape, with a QR code of the public page of its number.
import { certificateKinds } from '@xinqiao/contract/certificates.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import { renderQr, createPdf, type Pdf } from '../../kit/documents/pdf.ts'
import { selectSiteName, type CertificateRow } from './store.ts'

const width = 841.89
const height = 595.28
const ink = '#12312f'
const brand = '#0f766e'
const soft = '#4d6b68'

const heart = 'M19 29c-7-5-11-9-11-14a6 6 0 0 1 11-3.4A6 6 0 0 1 30 15c0 5-4 9-11 14Z'
const bridge = 'M9 21c4-4 7-4 10 0s6 4 10 0'

function renderFrame(pdf: Pdf) {
  pdf.rect(0, 0, width, height).fill('#fbfdfc')
  pdf
    .lineWidth(2.5)
    .strokeColor(brand)
    .rect(26, 26, width - 52, height - 52)
    .stroke()
  pdf
    .lineWidth(0.8)
    .strokeColor('#9cc7c0')
    .rect(34, 34, width - 68, height - 68)
    .stroke()
  // the logo of the association
  pdf
    .save()
    .translate(width / 2 - 24, 58)
    .scale(48 / 38)
  pdf.roundedRect(0, 0, 38, 38, 11).fill(brand)
  pdf.lineWidth(2).path(heart).stroke('#ffffff')
  pdf.lineWidth(2).lineCap('round').path(bridge).stroke('#9fe0d3')
  pdf.restore()
}

const chineseDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const awardMessages: Record<CertificateRow['kind'], (title: string) => string> = {
  member: (title) => `经审核批准，成为本会${title}。`,
  unitMember: (title) => `经审核批准，成为本会${title}。`,
  attendance: (title) => `参加了${title}。`,
  award: (title) => `荣获${title}。特发此证，以资鼓励。`,
  exam: (title) => `参加${title}，成绩合格。`,
}

export async function renderCertificate(kit: Kit, row: CertificateRow): Promise<Buffer> {
  const association = await selectSiteName(kit.sql)
  const heading = certificateKinds[row.kind]
  const address = `${kit.config.publicUrl}${withQuery(routes.certificate, { no: row.number })}`
  return createPdf({ title: `${heading} ${row.number}`, layout: 'landscape', margin: 0 }, (pdf) => {
    const across = { width, align: 'center' as const }
    renderFrame(pdf)
    pdf
      .fillColor(soft)
      .fontSize(15)
      .text(association, 0, 118, { ...across, characterSpacing: 2 })
    pdf
      .font('bold')
      .fillColor(ink)
      .fontSize(38)
      .text(heading, 0, 150, { ...across, characterSpacing: 8 })
    const isLong = row.holder.length > 14
    pdf.fontSize(isLong ? 20 : 28).text(row.holder, 60, 232, { ...across, width: width - 120 })
    pdf
      .font('regular')
      .fontSize(17)
      .text(awardMessages[row.kind](row.title), 80, 284, { ...across, width: width - 160 })
    row.lines.slice(0, 4).forEach(([label, value], i) => {
      pdf
        .fillColor(soft)
        .fontSize(13)
        .text(`${label}：${value}`, 80, 328 + i * 23, { ...across, width: width - 160 })
    })
    renderQr(pdf, address, 84, 424, 92)
    pdf.fillColor(soft).fontSize(9.5).text('扫码核验', 84, 520, { width: 92, align: 'center' })
    pdf.fontSize(11.5).text(`证书编号  ${row.number}`, 196, 452)
    if (row.valid_until) pdf.text(`有效期至  ${chineseDay(row.valid_until)}`, 196, 474)
    pdf.text('真伪以扫码所示为准', 196, 496)
    const right = { width: 300, align: 'right' as const }
    pdf
      .font('bold')
      .fillColor(ink)
      .fontSize(16)
      .text(association, width - 384, 456, right)
    pdf
      .font('regular')
      .fontSize(13)
      .text(chineseDay(row.issued_on), width - 384, 486, right)
  })
}
