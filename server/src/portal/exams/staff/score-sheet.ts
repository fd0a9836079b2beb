// Score sheet of an examination: one row per examinee, best first.
import { passMark } from '@xinqiao/contract/exams.ts'
import { writeSheet, type SheetColumn } from '../../../kit/documents/sheets/sheets.ts'
import type { Db } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { requireExam } from './exams.ts'
import { selectExamResults, type ExamResultRow } from './result-store.ts'

const handInTitles = { examinee: '考生交卷', clock: '到时自动交卷', examiner: '考务结束' } as const

const scoreColumns: SheetColumn<ExamResultRow>[] = [
  { title: '账号', width: 18, value: (row) => row.username },
  { title: '姓名', width: 14, value: (row) => row.nickname },
  { title: '成绩', width: 8, value: (row) => row.score },
  { title: '结果', width: 8, value: (row) => (row.score >= passMark ? '合格' : '不合格') },
  { title: '第几次作答', width: 12, value: (row) => row.number },
  { title: '开始时间', width: 20, value: (row) => formatTime(row.started_at) },
  { title: '交卷时间', width: 20, value: (row) => formatTime(row.handed_in_at) },
  {
    title: '用时（分钟）',
    width: 14,
    value: (row) => Math.max(1, Math.ceil((row.handed_in_at.getTime() - row.started_at.getTime()) / 60_000)),
  },
  { title: '交卷方式', width: 14, value: (row) => handInTitles[row.handed_in_by] },
]

export async function writeScoreSheet(db: Db, examId: number): Promise<Buffer> {
  const exam = await requireExam(db, examId)
  return writeSheet(
    `成绩单-${exam.name}`.replaceAll(/[\\/?*[\]:]/g, '-'),
    scoreColumns,
    await selectExamResults(db, examId),
  )
}
