// Reader of GIFT, Moodle's text format, for the kinds of questions that we have: single choice, multiple choice,
// true/false.
import { examKindIds, optionLetterOf } from '@xinqiao/contract/exams.ts'
import { readJudgement, shortTitleOf, type ImportedQuestion } from './imported-question.ts'

/** Resolves the backslash escapes of GIFT. */
const unescapeGift = (text: string) =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (_whole, character: string) => (character === 'n' ? '\n' : character)).trim()
const cleanText = (text: string) =>
  unescapeGift(text.replace(/^\[(?:html|moodle|plain|markdown)\]/, ''))
    .replaceAll(/<[^>]{1,200}>/g, '')
    .trim()

/** Index of the first unescaped character of the set, or -1. */
function findUnescapedCharacter(text: string, characters: string, from = 0): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (characters.includes(text[i]!)) return i
  }
  return -1
}

type GiftChoice = { text: string; share: number }

function readGiftChoices(body: string): GiftChoice[] {
  const choices: GiftChoice[] = []
  let start = findUnescapedCharacter(body, '=~')
  while (start >= 0) {
    const next = findUnescapedCharacter(body, '=~', start + 1)
    const [answer] = splitFeedback(body.slice(start + 1, next < 0 ? undefined : next))
    const weight = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(answer)
    choices.push({
      text: cleanText(weight ? answer.slice(weight[0].length) : answer),
      share: weight ? Number(weight[1]) : body[start] === '=' ? 100 : 0,
    })
    start = next
  }
  return choices
}

function splitFeedback(text: string): [string, string] {
  const at = findUnescapedCharacter(text, '#')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readGiftQuestion(text: string, line: number, subject: string): ImportedQuestion | null {
  const titleMatch = /^::([\s\S]*?)::/.exec(text)
  const rest = (titleMatch ? text.slice(titleMatch[0].length) : text).trim()
  const open = findUnescapedCharacter(rest, '{')
  const end = findUnescapedCharacter(rest, '}', open + 1)
  const content =
    open < 0 || end < 0
      ? cleanText(rest)
      : cleanText(`${rest.slice(0, open)}${rest.slice(end + 1).trim() ? ` ____ ${rest.slice(end + 1)}` : ''}`)
  const location = {
    place: `第${line}行`,
    title: shortTitleOf(titleMatch ? unescapeGift(titleMatch[1] ?? '') : content),
  }
  if (open < 0) return null // a description instead of a question
  if (end < 0) return { ...location, problem: '花括号没有成对' }
  const [main, general = ''] = rest.slice(open + 1, end).split('####')
  const body = (main ?? '').trim()
  const base = { ...(subject && { subject }), content, explanation: cleanText(general) }
  const [first] = splitFeedback(body)
  const judgement = readJudgement(first)
  if (judgement)
    return { ...location, draft: { ...base, examType: examKindIds.judgement, options: [], answer: judgement } }
  if (body === '' || body.startsWith('#') || body.includes('->'))
    return { ...location, problem: '只支持单选、多选与判断题' }
  const choices = readGiftChoices(body)
  if (choices.every((choice) => choice.share === 100) || choices.length < 2)
    return { ...location, problem: '只支持单选、多选与判断题' }
  const right = choices.flatMap((choice, index) => (choice.share > 0 ? [optionLetterOf(index)] : []))
  return {
    ...location,
    draft: {
      ...base,
      examType: right.length > 1 ? 1 : 0,
      options: choices.map(({ text: option }) => option),
      answer: right.join(''),
    },
  }
}

export function readGiftQuestions(text: string): ImportedQuestion[] {
  const importedQuestions: ImportedQuestion[] = []
  let subject = ''
  let block: string[] = []
  let start = 1
  const close = () => {
    const question = block.join('\n').trim()
    block = []
    const parsed = question === '' ? null : readGiftQuestion(question, start, subject)
    if (parsed) importedQuestions.push(parsed)
  }
  for (const [index, line] of [...text.split(/\r?\n/), ''].entries()) {
    const category = /^\s*\$CATEGORY:\s*(.+)$/.exec(line)?.[1]
    if (/^\s*\/\//.test(line)) continue
    if (category) {
      close()
      subject = (category.split('/').at(-1) ?? '').trim().slice(0, 30)
    } else if (line.trim() === '') close()
    else {
      if (block.length === 0) start = index + 1
      block.push(line)
    }
  }
  return importedQuestions
}
