// Writes a QTI content package, 2.2 or 3.0: one file per question, and the manifest.
import Zip from 'jszip'
import { isJudgement, isMultipleChoice, optionLetterOf } from '@xinqiao/contract/exams.ts'
import type { BankQuestionRow } from '../records/store.ts'

export type QtiVersion = '2.2' | '3.0'
export type ExportedQuestion = Pick<
  BankQuestionRow,
  'kind' | 'content' | 'options' | 'fixed_options' | 'answer' | 'explanation'
> & { id: number }

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // oxlint-disable-next-line no-control-regex -- XML does not allow these
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')

const toParagraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('')

const schemaNames = {
  '2.2': {
    schema: 'http://www.imsglobal.org/xsd/imsqti_v2p2',
    template: 'http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct',
    type: 'imsqti_item_xmlv2p2',
    tag: (name: string) => name,
    attribute: (name: string) => name,
  },
  '3.0': {
    schema: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
    template: 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml',
    type: 'imsqti_item_xmlv3p0',
    tag: (name: string) => `qti-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    attribute: (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  },
} as const

type ElementFormatter = (name: string, values: Record<string, string>, inner: string) => string

function formatInteraction(question: ExportedQuestion, formatElement: ElementFormatter): string {
  const choices = isJudgement(question.kind)
    ? [
        { id: 'T', text: '正确' },
        { id: 'F', text: '错误' },
      ]
    : question.options.map((text, index) => ({ id: optionLetterOf(index), text }))
  const formatChoice = ({ id, text }: { id: string; text: string }) => {
    const fixed = question.fixed_options.includes(id) && { fixed: 'true' }
    return formatElement('simpleChoice', { identifier: id, ...fixed }, escapeXml(text))
  }
  return formatElement(
    'choiceInteraction',
    {
      responseIdentifier: 'RESPONSE',
      shuffle: isJudgement(question.kind) ? 'false' : 'true',
      maxChoices: isMultipleChoice(question.kind) ? '0' : '1',
    },
    choices.map(formatChoice).join(''),
  )
}

export function writeQtiItem(question: ExportedQuestion, version: QtiVersion): string {
  const { schema, template, tag, attribute } = schemaNames[version]
  const formatAttributes = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => ` ${attribute(name)}="${escapeXml(value)}"`)
      .join('')
  const formatElement: ElementFormatter = (name, values, inner) =>
    `<${tag(name)}${formatAttributes(values)}>${inner}</${tag(name)}>`
  const isMultiple = isMultipleChoice(question.kind)
  const { schema: _schema, ...root } = {
    schema,
    identifier: `q${question.id}`,
    title: question.content.replaceAll(/\s+/g, ' ').slice(0, 60),
    adaptive: 'false',
    timeDependent: 'false',
  }
  const parts = [
    formatElement(
      'responseDeclaration',
      { identifier: 'RESPONSE', cardinality: isMultiple ? 'multiple' : 'single', baseType: 'identifier' },
      formatElement(
        'correctResponse',
        {},
        question.answer
          .split('')
          .map((letter) => formatElement('value', {}, letter))
          .join(''),
      ),
    ),
    formatElement('outcomeDeclaration', { identifier: 'SCORE', cardinality: 'single', baseType: 'float' }, ''),
    ...(question.explanation
      ? [
          formatElement(
            'outcomeDeclaration',
            { identifier: 'EXPLANATION', cardinality: 'single', baseType: 'identifier' },
            formatElement('defaultValue', {}, formatElement('value', {}, 'SHOW')),
          ),
        ]
      : []),
    formatElement('itemBody', {}, toParagraphs(question.content) + formatInteraction(question, formatElement)),
    formatElement('responseProcessing', { template }, ''),
    ...(question.explanation
      ? [
          formatElement(
            'modalFeedback',
            { outcomeIdentifier: 'EXPLANATION', identifier: 'SHOW', showHide: 'show' },
            version === '3.0'
              ? formatElement('contentBody', {}, toParagraphs(question.explanation))
              : toParagraphs(question.explanation),
          ),
        ]
      : []),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${tag('assessmentItem')} xmlns="${schema}" xml:lang="zh-CN"${formatAttributes(root)}>${parts.join('')}</${tag('assessmentItem')}>\n`
}

export async function writeQtiPackage(questions: readonly ExportedQuestion[], version: QtiVersion): Promise<Buffer> {
  const zip = new Zip()
  const { type } = schemaNames[version]
  const resources = questions.map((question) => {
    const href = `items/q${question.id}.xml`
    zip.file(href, writeQtiItem(question, version))
    return `<resource identifier="r${question.id}" type="${type}" href="${href}"><file href="${href}"/></resource>`
  })
  zip.file(
    'imsmanifest.xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="xinqiao"><metadata><schema>${version === '3.0' ? 'QTI Package' : 'QTIv2.2 Package'}</schema><schemaversion>${version === '3.0' ? '3.0.0' : '1.0.0'}</schemaversion></metadata><organizations/><resources>${resources.join('')}</resources></manifest>\n`,
  )
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
