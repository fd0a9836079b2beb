// Reader of QTI 2.x and 3.0 items with one choice interaction. The versions differ only in names: `simpleChoice` of 2.2
// is `qti-simple-choice` in 3.0.
import { XMLParser } from 'fast-xml-parser'
import { examKindIds, optionLetterOf } from '@xinqiao/contract/exams.ts'
import { readJudgement, shortTitleOf, type ImportedQuestion } from './imported-question.ts'

type XmlAttributes = Record<string, string>
type XmlNode = Record<string, unknown> & { ':@'?: XmlAttributes }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
})

/** Maps `qti-simple-choice` (3.0) and `simpleChoice` (2.2) to `simplechoice`. */
const stripNamespace = (name: string) => name.replace(/^qti-/, '').replaceAll('-', '').toLowerCase()
const tagNameOf = (node: XmlNode): string => Object.keys(node).find((key) => key !== ':@') ?? ''
const localNameOf = (node: XmlNode): string => stripNamespace(tagNameOf(node))
const childNodesOf = (node: XmlNode): XmlNode[] => {
  const inner = node[tagNameOf(node)]
  return Array.isArray(inner) ? (inner as XmlNode[]) : []
}
const readAttribute = (node: XmlNode, name: string): string | undefined => {
  const attributes = node[':@'] ?? {}
  return Object.entries(attributes).find(([key]) => stripNamespace(key) === name)?.[1]
}

function* walkNodes(nodes: readonly XmlNode[]): Generator<XmlNode> {
  for (const node of nodes) {
    yield node
    yield* walkNodes(childNodesOf(node))
  }
}
const findNode = (nodes: readonly XmlNode[], name: string): XmlNode | undefined =>
  [...walkNodes(nodes)].find((node) => localNameOf(node) === name)
const findNodes = (nodes: readonly XmlNode[], name: string): XmlNode[] =>
  [...walkNodes(nodes)].filter((node) => localNameOf(node) === name)

const blockTags = new Set([
  'p',
  'div',
  'li',
  'br',
  'ul',
  'ol',
  'table',
  'tr',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'prompt',
])
/** Elements that are shown after an answer, or to others than the examinee. They are not part of the question. */
const ignoredTags = new Set(['feedbackinline', 'feedbackblock', 'rubricblock', 'modalfeedback', 'stylesheet'])
const mediaTags = new Set(['object', 'audio', 'video', 'math', 'include'])

type ExtractedText = { text: string; hasMedia: boolean }

/** A picture is replaced by its alternative text; a question with a picture without one is refused. */
function readNodeText(nodes: readonly XmlNode[], without: (name: string) => boolean = () => false): ExtractedText {
  let text = ''
  let hasMedia = false
  const visitNodes = (list: readonly XmlNode[]) => {
    for (const node of list) {
      const tag = tagNameOf(node)
      const name = stripNamespace(tag)
      if (tag === '#text') {
        text += (node['#text'] as string).replaceAll(/\s+/g, ' ')
        continue
      }
      if (ignoredTags.has(name) || without(name)) continue
      const isBlock = blockTags.has(name)
      if (isBlock) text += '\n'
      if (name === 'img') {
        const alt = readAttribute(node, 'alt')?.trim()
        if (alt) text += `【图：${alt}】`
        else hasMedia = true
      } else if (mediaTags.has(name)) hasMedia = true
      else visitNodes(childNodesOf(node))
      if (isBlock) text += '\n'
    }
  }
  visitNodes(nodes)
  const lines = text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
  return { text: lines.filter(Boolean).join('\n'), hasMedia }
}

/** Identifiers of the right choices: those declared, or else those that give points. */
function readCorrectAnswers(item: readonly XmlNode[], responseId: string | undefined): string[] {
  const declaration = findNodes(item, 'responsedeclaration').find(
    (node) => responseId === undefined || readAttribute(node, 'identifier') === responseId,
  )
  if (!declaration) return []
  const correct = findNode(childNodesOf(declaration), 'correctresponse')
  if (correct) return findNodes(childNodesOf(correct), 'value').map((value) => readNodeText(childNodesOf(value)).text)
  return findNodes(childNodesOf(declaration), 'mapentry')
    .filter((entry) => Number(readAttribute(entry, 'mappedvalue')) > 0)
    .map((entry) => readAttribute(entry, 'mapkey') ?? '')
}

const readChoices = (nodes: readonly XmlNode[]) =>
  nodes
    .filter((node) => localNameOf(node) === 'simplechoice')
    .map((node) => ({
      id: readAttribute(node, 'identifier') ?? '',
      isFixed: readAttribute(node, 'fixed') === 'true',
      ...readNodeText(childNodesOf(node)),
    }))

function allowsSeveralChoices(parts: readonly XmlNode[], interaction: XmlNode): boolean {
  const declaration = findNodes(parts, 'responsedeclaration').find(
    (node) => readAttribute(node, 'identifier') === readAttribute(interaction, 'responseidentifier'),
  )
  return (
    declaration !== undefined &&
    readAttribute(declaration, 'cardinality') === 'multiple' &&
    readAttribute(interaction, 'maxchoices') !== '1'
  )
}

function readQtiItem(item: XmlNode, place: string): ImportedQuestion {
  const parts = childNodesOf(item)
  const title = readAttribute(item, 'title') ?? ''
  const body = parts.find((node) => localNameOf(node) === 'itembody')
  const location = { place, title: shortTitleOf(title) }
  if (!body) return { ...location, problem: '没有题目正文' }
  const interactions = [...walkNodes(childNodesOf(body))].filter((node) => localNameOf(node).endsWith('interaction'))
  const [interaction] = interactions
  if (!interaction || interactions.length > 1 || localNameOf(interaction) !== 'choiceinteraction') {
    return { ...location, problem: '只支持含一个选择交互（choiceInteraction）的题目' }
  }
  const inside = childNodesOf(interaction)
  const around = readNodeText(childNodesOf(body), (name) => name === 'choiceinteraction')
  const prompt = readNodeText(inside.filter((node) => localNameOf(node) === 'prompt'))
  const choices = readChoices(inside)
  if ([around, prompt, ...choices].some(({ hasMedia }) => hasMedia)) {
    return { ...location, problem: '含有没有文字说明的图片、公式或音视频，无法导入' }
  }
  const content = [around.text, prompt.text].filter(Boolean).join('\n') || title
  const right = readCorrectAnswers(parts, readAttribute(interaction, 'responseidentifier'))
  const indexes = right.map((id) => choices.findIndex((choice) => choice.id === id))
  if (indexes.length === 0) return { ...location, problem: '没有标明正确答案' }
  if (indexes.includes(-1)) return { ...location, problem: '正确答案不在选项之中' }
  const feedback = parts.filter(
    (node) => localNameOf(node) === 'modalfeedback' && readAttribute(node, 'outcomeidentifier') === 'EXPLANATION',
  )
  const draft = { content, explanation: readNodeText(feedback.flatMap(childNodesOf)).text }
  const judgements = choices.map((choice) => readJudgement(choice.text))
  const isJudgement =
    choices.length === 2 && judgements.includes('T') && judgements.includes('F') && indexes.length === 1
  if (isJudgement)
    return {
      ...location,
      draft: { ...draft, examType: examKindIds.judgement, options: [], answer: judgements[indexes[0]!]! },
    }
  const isMultiple = indexes.length > 1 || allowsSeveralChoices(parts, interaction)
  return {
    ...location,
    draft: {
      ...draft,
      examType: isMultiple ? 1 : 0,
      options: choices.map(({ text }) => text),
      fixedOptions: choices.map(({ isFixed }, index) => (isFixed ? optionLetterOf(index) : '')).join(''),
      answer: indexes
        .map((index) => optionLetterOf(index))
        .sort()
        .join(''),
    },
  }
}

/**
 * All items of one XML file; none for a file without items, such as a manifest.
 * @throws RangeError for a document type declaration, which could define external or exponential entities
 */
export function readQtiQuestions(xml: string, name: string): ImportedQuestion[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new RangeError('entities are not for items')
  const items = findNodes(parser.parse(xml) as XmlNode[], 'assessmentitem')
  return items.map((item, i) => readQtiItem(item, items.length > 1 ? `${name} 第${i + 1}题` : name))
}
