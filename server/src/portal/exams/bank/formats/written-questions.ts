// Reader of questions in Word or plain text, in the usual Chinese layout:
//   一、单选题
//   1. 题干
//   A. 选项   B. 选项
//   答案：A
//   解析：……
// A question ends with its answer and explanation; headings give the kind and the subject.
import { examKindIds, type ExamQuestionKind } from '@xinqiao/contract/exams.ts'
import { XMLParser } from 'fast-xml-parser'
import {
  readDifficulty,
  readJudgement,
  readQuestionKind,
  shortTitleOf,
  type ImportedQuestion,
} from './imported-question.ts'

const headingPattern = /^[一二三四五六七八九十]+[、.．]\s*(单选题|单项选择题|多选题|多项选择题|判断题|是非题)/
const subjectLine = /^(?:科目|章节)\s*[:：]\s*(.+)$/
const optionPattern = /^[(（]?([A-H])\s*[.．、)）:：]\s*(.*)$/
const answerLine = /^(?:正确|参考|标准)?答案\s*[:：]\s*(.+)$/
const explanationLine = /^(?:答案)?解析\s*[:：]\s*(.*)$/
const difficultyLine = /^难度\s*[:：]\s*(.+)$/
const numberPattern = /^\d{1,4}\s*[.．、)）]\s*/
/** Matches several options in one line: `A. 一  B. 二`. */
const splitLine = (line: string) =>
  optionPattern.test(line) ? line.split(/(?<=\S)[\s　]+(?=[(（]?[A-H]\s*[.．、)）:：])/) : [line]

type ParsedQuestion = {
  line: number
  stem: string[]
  options: string[]
  answer: string
  explanation: string[]
  difficulty: string
  kind: ExamQuestionKind | undefined
  subject: string
  isEnded: boolean
}

function toImportedQuestion(draft: ParsedQuestion): ImportedQuestion {
  const content = draft.stem.join('\n').trim()
  const place = `第${draft.line}行`
  const location = { place, title: shortTitleOf(content) }
  if (content === '') return { ...location, title: draft.answer, problem: '没有题干' }
  if (draft.answer === '') return { ...location, problem: '没有写“答案：”' }
  const judgement = draft.options.length === 0 ? readJudgement(draft.answer) : null
  const letters = draft.answer.toUpperCase().replaceAll(/[^A-H]/g, '')
  const chosenKind = letters.length > 1 ? examKindIds.multipleChoice : examKindIds.singleChoice
  const examType = judgement ? examKindIds.judgement : (draft.kind ?? chosenKind)
  if (!judgement && draft.options.length === 0)
    return { ...location, problem: '没有找到选项（每个选项应以 A. B. C. 开头）' }
  return {
    ...location,
    draft: {
      ...(draft.subject && { subject: draft.subject }),
      ...(readDifficulty(draft.difficulty) && { difficulty: readDifficulty(draft.difficulty)! }),
      examType,
      content,
      options: draft.options,
      answer: judgement ?? letters,
      explanation: draft.explanation.join('\n').trim(),
    },
  }
}

export function readWrittenQuestions(text: string): ImportedQuestion[] {
  const importedQuestions: ImportedQuestion[] = []
  let kind: ExamQuestionKind | undefined
  let subject = ''
  let draft: ParsedQuestion | null = null
  const close = () => {
    if (draft) importedQuestions.push(toImportedQuestion(draft))
    draft = null
  }
  const open = (line: number): ParsedQuestion => ({
    line,
    stem: [],
    options: [],
    answer: '',
    explanation: [],
    difficulty: '',
    kind,
    subject,
    isEnded: false,
  })
  text.split(/\r?\n/).forEach((raw, index) => {
    for (const part of splitLine(raw.trim())) {
      const line = part.trim()
      if (line === '') continue
      const head = headingPattern.exec(line)
      const subjectFound = subjectLine.exec(line)?.[1]
      if (head || subjectFound) {
        close()
        if (head) kind = readQuestionKind(head[1] ?? '')
        if (subjectFound) subject = subjectFound.trim()
        continue
      }
      const optionFound = optionPattern.exec(line)
      const answer = answerLine.exec(line)?.[1]
      const explanation = explanationLine.exec(line)?.[1]
      const difficulty = difficultyLine.exec(line)?.[1]
      const begins = numberPattern.test(line)
      // after the answer, only an explanation belongs to the question
      if (
        draft &&
        (begins || draft.isEnded) &&
        answer === undefined &&
        explanation === undefined &&
        !difficulty &&
        !optionFound
      ) {
        const isMore: boolean = !begins && draft.explanation.length > 0
        if (!isMore) close()
      }
      draft ??= open(index + 1)
      const now: ParsedQuestion = draft
      if (answer !== undefined) {
        now.answer = answer.trim()
        now.isEnded = true
      } else if (explanation !== undefined) now.explanation.push(explanation)
      else if (difficulty !== undefined) now.difficulty = difficulty
      else if (optionFound && now.stem.length > 0 && !now.isEnded) now.options.push((optionFound[2] ?? '').trim())
      else if (now.isEnded) now.explanation.push(line)
      else if (now.options.length > 0) now.options[now.options.length - 1] += `\n${line}`
      else now.stem.push(now.stem.length === 0 ? line.replace(numberPattern, '') : line)
    }
  })
  close()
  return importedQuestions
}

type XmlNode = Record<string, unknown>
const parser = new XMLParser({ preserveOrder: true, trimValues: false, parseTagValue: false, ignoreAttributes: true })

/** The paragraphs of a Word document as lines. */
export function readWordText(documentXml: string): string {
  if (/<!DOCTYPE|<!ENTITY/i.test(documentXml)) throw new RangeError('entities are not for documents')
  const lines: string[] = []
  let line = ''
  const visitNodes = (nodes: XmlNode[]) => {
    for (const node of nodes) {
      const [name = ''] = Object.keys(node)
      if (name === '#text') continue
      const children = (node[name] ?? []) as XmlNode[]
      if (name === 'w:t') line += children.map((child) => (child['#text'] as string | undefined) ?? '').join('')
      else if (name === 'w:tab') line += ' '
      else if (name === 'w:br') line += '\n'
      else if (Array.isArray(children)) visitNodes(children)
      if (name === 'w:p') {
        lines.push(line)
        line = ''
      }
    }
  }
  visitNodes(parser.parse(documentXml) as XmlNode[])
  return lines.join('\n')
}
