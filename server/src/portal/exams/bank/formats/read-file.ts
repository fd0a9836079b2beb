// Reads questions from Excel, Word, plain text, GIFT or QTI, whose format is detected from the content.
import { fail } from '@xinqiao/contract/errors.ts'
import { readArchive } from './archive.ts'
import type { ImportedQuestion } from './imported-question.ts'
import { readGiftQuestions } from './gift.ts'
import { readQtiQuestions } from './qti.ts'
import { readSheetQuestions } from './question-sheet.ts'
import { readWordText, readWrittenQuestions } from './written-questions.ts'

/** Chinese Windows still writes texts in GB 18030. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function readExamPackage(bytes: Buffer): Promise<ImportedQuestion[]> {
  const files = await readArchive(bytes, (name) => /\.xml$/i.test(name) || name === 'word/document.xml')
  if (files.has('xl/workbook.xml')) return readSheetQuestions(bytes)
  const document = files.get('word/document.xml')
  if (document) return readWrittenQuestions(readWordText(decodeText(document)))
  return [...files].flatMap(([name, content]) => readQtiQuestions(decodeText(content), name))
}

/**
 * Detects the format from the content, because file names are not reliable.
 * @throws Failure notAnExamFile, notASheet
 */
export async function readExamFile(bytes: Buffer): Promise<ImportedQuestion[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    try {
      return await readExamPackage(bytes)
    } catch (error) {
      throw (error as { reason?: string }).reason ? error : fail('notAnExamFile')
    }
  }
  const text = decodeText(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw fail('notAnExamFile')
  if (!text.trimStart().startsWith('<')) {
    return /(^|[^\\])\{[^]*\}/.test(text) ? readGiftQuestions(text) : readWrittenQuestions(text)
  }
  try {
    return readQtiQuestions(text, '第1题')
  } catch {
    throw fail('notAnExamFile')
  }
}
