import { expect, test } from 'vitest'
import { copiedCharacters } from '../../../test/made-files.ts'
import { renderQr, createPdf } from './pdf.ts'

const sentence = '兹证明王小禾为本会个人会员，编号 XQ-2026-00001（有效期至二〇二七年）。'

test('embeds copyable Chinese text with only the glyphs that it needs', async () => {
  const pdf = await createPdf({ title: '会员证书' }, (page) => {
    page.font('bold').fontSize(28).text('会员证书', { align: 'center' })
    page.font('regular').fontSize(14).text(sentence)
    renderQr(page, 'https://xinqiao.example/certificate/index?no=XQ-2026-00001', 56, 300, 96)
  })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const copied = copiedCharacters(pdf)
  expect(Array.from(sentence.replaceAll(' ', '')).filter((character) => !copied.has(character))).toEqual([])
  expect(pdf.length).toBeLessThan(80_000)
})

test('reports an error of drawing as a failure of the document', async () => {
  await expect(
    createPdf({ title: '坏' }, () => {
      throw new RangeError('no such thing')
    }),
  ).rejects.toThrow('no such thing')
})
