// Reader of GIFT, Moodle's text format, for our kinds: single choice, multiple choice, true/false.
import { letterOf } from '@xinqiao/contract/exams.ts'
import { readJudgement, titleOf, type Found } from './imported-question.ts'

/** `\~` and similar escapes mean the sign itself. */
const unescape = (text: string) =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (_whole, sign: string) => (sign === 'n' ? '\n' : sign)).trim()
const clean = (text: string) =>
  unescape(text.replace(/^\[(?:html|moodle|plain|markdown)\]/, ''))
    .replaceAll(/<[^>]{1,200}>/g, '')
    .trim()

/** Index of the first unescaped sign of the set, or -1. */
function findSign(text: string, signs: string, from = 0): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (signs.includes(text[i]!)) return i
  }
  return -1
}

type Choice = { text: string; share: number }

function readChoices(body: string): Choice[] {
  const choices: Choice[] = []
  let start = findSign(body, '=~')
  while (start >= 0) {
    const next = findSign(body, '=~', start + 1)
    const [answer] = splitFeedback(body.slice(start + 1, next < 0 ? undefined : next))
    const weight = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(answer)
    choices.push({
      text: clean(weight ? answer.slice(weight[0].length) : answer),
      share: weight ? Number(weight[1]) : body[start] === '=' ? 100 : 0,
    })
    start = next
  }
  return choices
}

function splitFeedback(text: string): [string, string] {
  const at = findSign(text, '#')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readOne(text: string, line: number, subject: string): Found | null {
  const named = /^::([\s\S]*?)::/.exec(text)
  const rest = (named ? text.slice(named[0].length) : text).trim()
  const open = findSign(rest, '{')
  const end = findSign(rest, '}', open + 1)
  const content =
    open < 0 || end < 0
      ? clean(rest)
      : clean(`${rest.slice(0, open)}${rest.slice(end + 1).trim() ? ` ____ ${rest.slice(end + 1)}` : ''}`)
  const found = { place: `第${line}行`, title: titleOf(named ? unescape(named[1] ?? '') : content) }
  if (open < 0) return null // a description
  if (end < 0) return { ...found, problem: '花括号没有成对' }
  const [main, general = ''] = rest.slice(open + 1, end).split('####')
  const body = (main ?? '').trim()
  const base = { ...(subject && { subject }), content, explanation: clean(general) }
  const [first] = splitFeedback(body)
  const judged = readJudgement(first)
  if (judged) return { ...found, draft: { ...base, examType: 2, options: [], answer: judged } }
  if (body === '' || body.startsWith('#') || body.includes('->'))
    return { ...found, problem: '只支持单选、多选与判断题' }
  const choices = readChoices(body)
  if (choices.every((choice) => choice.share === 100) || choices.length < 2)
    return { ...found, problem: '只支持单选、多选与判断题' }
  const right = choices.flatMap((choice, place) => (choice.share > 0 ? [letterOf(place)] : []))
  return {
    ...found,
    draft: {
      ...base,
      examType: right.length > 1 ? 1 : 0,
      options: choices.map(({ text: option }) => option),
      answer: right.join(''),
    },
  }
}

export function readGiftQuestions(text: string): Found[] {
  const found: Found[] = []
  let subject = ''
  let block: string[] = []
  let start = 1
  const close = () => {
    const question = block.join('\n').trim()
    block = []
    const one = question === '' ? null : readOne(question, start, subject)
    if (one) found.push(one)
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
  return found
}
