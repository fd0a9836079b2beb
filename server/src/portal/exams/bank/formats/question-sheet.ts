// Spreadsheet format of questions: one row each, with the columns of the template.
import { examKinds, examLimits, isJudgement, optionLetterOf } from '@xinqiao/contract/exams.ts'
import { readLines, type SheetColumn } from '../../../../kit/documents/sheets/sheets.ts'
import {
  readDifficulty,
  readJudgement,
  readQuestionKind,
  shortTitleOf,
  type ImportedQuestion,
} from './imported-question.ts'
import type { BankQuestionRow } from '../records/store.ts'

const optionIndexes = Array.from({ length: examLimits.options }, (_, index) => index)
const optionTitle = (index: number) => `选项${optionLetterOf(index)}`
const difficultyNames = ['', '易', '中', '难']

/** @throws Failure notASheet */
export async function readSheetQuestions(bytes: Buffer): Promise<ImportedQuestion[]> {
  const lines = await readLines(bytes, ['题型', '题干', '答案'], examLimits.importQuestions)
  return lines.map(({ line, values }) => {
    const {
      题型: kindName = '',
      题干: content = '',
      答案: answer = '',
      科目: subject,
      难度: difficulty = '',
      固定选项: fixedOptions = '',
      解析,
    } = values
    const location = { place: `第${line}行`, title: shortTitleOf(content) }
    const examType = readQuestionKind(kindName)
    if (examType === undefined) return { ...location, problem: `题型“${kindName}”不认识，应为单选题、多选题或判断题` }
    const options = optionIndexes.map((index) => values[optionTitle(index)] ?? '')
    const usedOptions = options.slice(0, options.findLastIndex((option) => option !== '') + 1)
    if (usedOptions.includes('')) return { ...location, problem: '选项中间有空格' }
    const level = readDifficulty(difficulty)
    if (difficulty !== '' && level === undefined)
      return { ...location, problem: `难度“${difficulty}”不认识，应为易、中或难` }
    const judgement = isJudgement(examType) ? readJudgement(answer) : null
    if (isJudgement(examType) && !judgement) return { ...location, problem: '判断题的答案应为“正确”或“错误”' }
    return {
      ...location,
      draft: {
        ...(subject && { subject }),
        ...(level !== undefined && { difficulty: level }),
        examType,
        content,
        options: isJudgement(examType) ? [] : usedOptions,
        ...(!isJudgement(examType) && { fixedOptions }),
        answer: judgement ?? answer,
        explanation: 解析 ?? '',
      },
    }
  })
}

/** Exports the same columns, so that the file can be imported again. */
type SheetQuestion = Pick<
  BankQuestionRow,
  'subject' | 'kind' | 'difficulty' | 'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'
>

export const questionColumns: SheetColumn<SheetQuestion>[] = [
  { title: '科目', width: 14, value: (row) => row.subject },
  { title: '题型', width: 10, value: (row) => examKinds[row.kind] },
  { title: '难度', width: 8, value: (row) => difficultyNames[row.difficulty] ?? '' },
  { title: '题干', width: 60, value: (row) => row.content },
  ...optionIndexes.map((index) => ({
    title: optionTitle(index),
    width: 20,
    value: (row: SheetQuestion) => row.options[index] ?? '',
  })),
  { title: '固定选项', width: 10, value: (row) => row.fixed_options },
  {
    title: '答案',
    width: 10,
    value: (row) => (isJudgement(row.kind) ? (row.answer === 'T' ? '正确' : '错误') : row.answer),
  },
  { title: '解析', width: 40, value: (row) => row.explanation },
]
