// PDFs with Chinese text that can be selected. Sizes are in points (1/72 inch), counted from the upper left.
import PdfDocument from 'pdfkit'
import { encode } from 'uqr'
import { loadChineseFont } from './pdf-font.ts'

export type Pdf = PDFKit.PDFDocument

type PdfOptions = {
  title: string
  size?: 'A4' | [number, number]
  layout?: 'portrait' | 'landscape'
  margin?: number
}

/**
 * Creates a document with the fonts `regular` (selected) and `bold`.
 * @param addContent adds the content; the document is ended afterwards
 */
export function createPdf(
  { title, size = 'A4', layout = 'portrait', margin = 56 }: PdfOptions,
  addContent: (pdf: Pdf) => void,
) {
  return new Promise<Buffer>((resolve, reject) => {
    const pdf = new PdfDocument({ size, layout, margin, lang: 'zh-CN', displayTitle: true, info: { Title: title } })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.registerFont('regular', loadChineseFont(400)).registerFont('bold', loadChineseFont(700)).font('regular')
    try {
      addContent(pdf)
      pdf.end()
    } catch (error) {
      reject(error)
    }
  })
}

/**
 * Renders a QR code of `side` points including its quiet zone, as filled squares, so that it is sharp at any print
 * size.
 */
export function renderQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const unit = side / size
  pdf.save().rect(x, y, side, side).fill('#ffffff')
  data.forEach((row, line) => {
    for (let column = 0; column < row.length; column++) {
      const start = column
      while (row[column]) column++
      if (column > start) pdf.rect(x + start * unit, y + line * unit, (column - start) * unit, unit)
    }
  })
  pdf.fill('#0f2a28').restore()
}
