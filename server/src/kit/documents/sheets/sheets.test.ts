import fc from 'fast-check'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkLines, readLines, writeSheet, type SheetColumn } from './sheets.ts'

type PersonLine = { name: string; idCard: string; yuan: number }
const columns: SheetColumn<PersonLine>[] = [
  { title: '姓名', value: (person) => person.name },
  { title: '身份证号码', width: 24, value: (person) => person.idCard },
  { title: '会费（元）', value: (person) => person.yuan },
]
const titles = columns.map((column) => column.title)

describe('a sheet', () => {
  test('reads back what was written: long numbers as text, and no formulas', async () => {
    const people = [
      { name: '王小禾', idCard: '330102199003078888', yuan: 200 },
      { name: '=1+1', idCard: '000000000000001', yuan: 0.5 },
    ]
    const lines = await readLines(await writeSheet('会员', columns, people), titles)
    expect(lines).toEqual([
      { line: 2, values: { 姓名: '王小禾', 身份证号码: '330102199003078888', '会费（元）': '200' } },
      { line: 3, values: { 姓名: '=1+1', 身份证号码: '000000000000001', '会费（元）': '0.5' } },
    ])
  })

  test('reads back any text that a cell may hold', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => text.trim())
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 8 }), async (given) => {
        // the library leaves out characters that XML forbids or discourages, and the replacement for an unreadable one
        const rows = given.filter((text) => text !== '' && !/[\p{Cc}\p{Cs}\p{Cn}\uFFFD]/u.test(text))
        fc.pre(rows.length > 0)
        const sheet = await writeSheet('文字', [{ title: '文字', value: (row: string) => row }], rows)
        expect((await readLines(sheet, ['文字'])).map((line) => line.values['文字'])).toEqual(rows)
      }),
      { numRuns: 20 },
    )
  }) // each run starts a thread

  test('accepts any name, even one that every object has as a property', async () => {
    const rows = ['王小禾', ...Object.getOwnPropertyNames(Object.prototype)]
    const sheet = await writeSheet('文字', [{ title: '文字', value: (row: string) => row }], rows)
    expect((await readLines(sheet, ['文字'])).map((line) => line.values['文字'])).toEqual(rows)
  })

  test('reports rows by their Excel number, and accepts the valid ones', async () => {
    const sheet = await writeSheet('会员', columns, [
      { name: '', idCard: '1', yuan: 1 },
      { name: '李书涵', idCard: '2', yuan: 1 },
    ])
    const schema = z.object({ 姓名: z.string().min(1, '请输入姓名') })
    expect(checkLines(await readLines(sheet, titles), schema)).toEqual({
      good: [{ line: 3, value: { 姓名: '李书涵' } }],
      bad: [{ line: 2, problems: { 姓名: '请输入姓名' } }],
    })
  })
})

/** A workbook whose sheet has these rows as XML. */
const createWorkbook = (rows: string) =>
  new JSZip()
    .file(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    )
    .file(
      '_rels/.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    )
    .file(
      'xl/_rels/workbook.xml.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    )
    .file(
      'xl/workbook.xml',
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    )
    .file(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    )
    .generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions: { level: 1 } })

const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

/** @returns how often a timer of the main thread fired during the work; 0 if the work blocked it */
async function countTicks(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  await work()
  clearInterval(timer)
  return ticks
}

describe('a sheet that would exhaust the process', () => {
  test('does not delay other requests while it is refused because of a single cell at the far end', async () => {
    const far = await createWorkbook(
      `<row r="1">${cell('A1', '姓名')}</row><row r="1048576">${cell('XFD1048576', 'x')}</row>`,
    )
    const ticks = await countTicks(() =>
      expect(readLines(far, ['姓名'])).rejects.toMatchObject({
        reason: 'notASheet',
        message: '一次最多导入2000行，表格第1048576行还有内容，请删除多余的行，或分开导入',
      }),
    )
    expect(ticks).toBeGreaterThan(0)
    const quoted = await createWorkbook(`<row r='1'>${cell('A1', '姓名')}<c t="n" r = 'xfd1048576'><v>1</v></c></row>`)
    await expect(readLines(quoted, ['姓名'])).rejects.toMatchObject({ message: expect.stringContaining('1048576行') })
    const wide = await createWorkbook(`<row r="1">${cell('A1', '姓名')}${cell('XFD1', 'x')}</row>`)
    await expect(readLines(wide, ['姓名'])).rejects.toMatchObject({
      message: '表格最多200列，XFD列还有内容，请删除多余的列后重试',
    })
  })

  test('does not delay other requests while it is refused because of 900,000 rows', async () => {
    const rows = Array.from({ length: 900_000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)
    const long = await createWorkbook(rows.join(''))
    const ticks = await countTicks(() =>
      expect(readLines(long, ['姓名'])).rejects.toMatchObject({ reason: 'notASheet' }),
    )
    expect(ticks).toBeGreaterThan(10)
  })

  test('ends the thread of a sheet that exhausts its memory', async () => {
    const hidden = await createWorkbook(
      `<row r="1">${cell('A1', '姓名')}</row><row><c x=">" r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>`,
    )
    await expect(readLines(hidden, ['姓名'])).rejects.toMatchObject({ reason: 'notASheet' })
  })
})

describe('a file that is not a sheet is refused', () => {
  test('refuses other bytes, an archive without a sheet, and one that unpacks too large', async () => {
    await expect(readLines(Buffer.from('no sheet'), titles)).rejects.toMatchObject({ reason: 'notASheet' })
    const other = await new JSZip().file('a.txt', 'x').generateAsync({ type: 'nodebuffer' })
    await expect(readLines(other, titles)).rejects.toMatchObject({ reason: 'notASheet' })
    const bomb = await new JSZip()
      .file('xl/worksheets/sheet1.xml', Buffer.alloc(81 * 1024 * 1024))
      .generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions: { level: 1 } })
    await expect(readLines(bomb, titles)).rejects.toMatchObject({ reason: 'notASheet' })
  })

  test('names missing columns, and reports too few or too many rows', async () => {
    const oneColumnSheet = await writeSheet('会员', columns.slice(0, 1), [{ name: '王', idCard: '', yuan: 0 }])
    await expect(readLines(oneColumnSheet, titles)).rejects.toMatchObject({
      message: '表格缺少列：身份证号码、会费（元），请使用下载的模板',
    })
    await expect(readLines(await writeSheet('会员', columns, []), titles)).rejects.toMatchObject({
      message: '表格里没有数据',
    })
    const three = await writeSheet(
      '会员',
      columns.slice(0, 1),
      ['王', '李', '张'].map((name) => ({ name, idCard: '', yuan: 0 })),
    )
    await expect(readLines(three, ['姓名'], 2)).rejects.toMatchObject({ message: '一次最多导入2行，请分开导入' })
  })
})
