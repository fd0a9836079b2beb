// Exports of the question bank: as our spreadsheet, which can be imported again, and as QTI for other systems.
import { examKindIds, examLimits } from '@xinqiao/contract/exams.ts'
import { writeSheet } from '../../../kit/documents/sheets/sheets.ts'
import type { Db } from '../../../kit/db/db.ts'
import { writeQtiPackage, type QtiVersion } from './formats/qti-package.ts'
import { questionColumns } from './formats/question-sheet.ts'
import { selectQuestionsForExport, type BankQuestionFilter } from './records/store.ts'

type ExportFilter = Omit<BankQuestionFilter, 'retired'>
const readQuestionsForExport = (db: Db, filter: ExportFilter) =>
  selectQuestionsForExport(db, { ...filter, retired: false }, examLimits.importQuestions)

export const exportQuestionSheet = async (db: Db, filter: ExportFilter) =>
  writeSheet('题库', questionColumns, await readQuestionsForExport(db, filter))

export const exportQtiPackage = async (db: Db, filter: ExportFilter, version: QtiVersion) =>
  writeQtiPackage(await readQuestionsForExport(db, filter), version)

const exampleQuestion = { subject: '心理健康常识', difficulty: 2 as const, explanation: '可以不填', fixed_options: '' }

/** An example row of each kind, which users overwrite. */
export const writeQuestionTemplate = () =>
  writeSheet('试题', questionColumns, [
    {
      ...exampleQuestion,
      kind: examKindIds.singleChoice,
      content: '（示例）全国统一心理援助热线的号码是（　）',
      options: ['12345', '12356', '12315', '12320'],
      answer: 'B',
    },
    {
      ...exampleQuestion,
      kind: examKindIds.multipleChoice,
      content: '（示例）下列做法有助于改善睡眠的有（　）',
      options: ['规律作息', '睡前少看手机', '睡前饮酒', '白天适量运动'],
      answer: 'ABD',
    },
    { ...exampleQuestion, kind: examKindIds.judgement, content: '（示例）压力总是有害的。', options: [], answer: 'F' },
  ])
