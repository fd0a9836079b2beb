// Measures an .xlsx file before it is read, because the reader builds a dense grid up to the farthest cell of a sheet.
import yauzl from 'yauzl'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'

const addressPattern = /<(?:\w+:)?(?:c|row)\s[^>]*?\br\s*=\s*["']([A-Z]*)(\d+)["']/gi
/** Maximum length of the start tag of a cell or row. A tag that a chunk cuts off is read with the next chunk. */
const maxTagLength = 300

const columnNumberOf = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((column, letter) => column * 26 + letter.codePointAt(0)! - 64, 0)

/**
 * Unpacks every entry without storing it, because the sizes that the archive states are not trusted.
 * @param maxRows limit of the importer; some formatted empty rows at the end are common
 * @throws Failure notASheet
 */
export async function checkSheetSize(bytes: Buffer, maxRows: number): Promise<void> {
  const maxLine = maxRows + limits.maxSpareSheetRows
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
  let inflated = 0
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.maxSheetEntries) throw fail('notASheet')
      let rest = ''
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length
        if (inflated > limits.maxSheetInflatedBytes) throw fail('notASheet')
        const text = rest + (chunk as Buffer).toString('latin1')
        for (const [, letters = '', line] of text.matchAll(addressPattern))
          checkAddress(letters, Number(line), maxRows, maxLine)
        rest = text.slice(-maxTagLength)
      }
    }
  } finally {
    zip.close()
  }
}

function checkAddress(letters: string, line: number, maxRows: number, maxLine: number): void {
  if (line > maxLine)
    throw fail('notASheet', `一次最多导入${maxRows}行，表格第${line}行还有内容，请删除多余的行，或分开导入`)
  if (columnNumberOf(letters) > limits.maxSheetColumns)
    throw fail('notASheet', `表格最多${limits.maxSheetColumns}列，${letters}列还有内容，请删除多余的列后重试`)
}
