// Steps of tests that import questions: send a file, read the result.
import { fileForm, useTestServer } from '../test-server.ts'
import { writeSheet } from '../../src/kit/documents/sheets/sheets.ts'
import { validateImportedQuestions } from '../../src/portal/exams/bank/import.ts'
import { readExamFile } from '../../src/portal/exams/bank/formats/read-file.ts'

export const readQuestions = async (bytes: Buffer) => validateImportedQuestions(await readExamFile(bytes), {})
export const pickDrafts = ({ drafts }: Awaited<ReturnType<typeof readQuestions>>) =>
  drafts.map(({ examType, content, options, answer }) => ({ examType, content, options, answer }))
type SheetLine = Record<string, string>
export const createSheet = (titles: string[], lines: SheetLine[]) =>
  writeSheet(
    '试题',
    titles.map((title) => ({ title, value: (line: SheetLine) => line[title] ?? '' })),
    lines,
  )
export const titles = ['科目', '题型', '难度', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析']

/** Starts a server, and returns the import request of an examiner. */
export function useImport() {
  const server = useTestServer()
  const uploadSheet = async (name: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
    server().upload(await server().enter('examiner'), 'POST /admin/exam/import', fileForm(name, bytes, fields))

  return { server, uploadSheet }
}
