// Texts made to hide or to overload: the same result, and bounded work.
import { expect, test } from 'vitest'
import { detectCrisis, weighCrisis } from './detect.ts'

const dangerous = ['我不想活了', '遗书写好了，今晚就走', '我要跳楼', '我朋友说他想自杀，怎么办', '想紫砂', '好想4了']
const calm = ['今天下午在图书馆坐了很久', '请问怎么预约咨询', '炭买好了，周末烧烤']

const disguises: [name: string, disguise: (text: string) => string][] = [
  ['zero-width characters', (text) => Array.from(text).join('\u200B')],
  ['zero-width characters in every second place', (text) => text.replaceAll(/../gu, '$&\u200B')],
  ['joiners and a byte order mark', (text) => `\uFEFF${Array.from(text).join('\u200D')}`],
  ['bidirectional marks', (text) => `\u202B${Array.from(text).join('\u200F')}\u202C`],
  ['overrides of the direction', (text) => `\u2066\u202D${text}\u202C\u2069`],
  ['marks over characters', (text) => Array.from(text, (character) => `${character}\u0336`).join('')],
  ['variation selectors', (text) => Array.from(text, (character) => `${character}\uFE0F`).join('')],
  [
    'full width',
    (text) => text.replaceAll(/[!-~]/gu, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0)),
  ],
]
test.each(disguises)('changes no result by %s', (_, disguise) => {
  for (const text of [...dangerous, ...calm])
    expect([text, detectCrisis(disguise(text))]).toEqual([text, detectCrisis(text)])
  expect(dangerous.filter((text) => detectCrisis(text) === null)).toEqual([])
  expect(calm.filter((text) => detectCrisis(text) !== null)).toEqual([])
})

const separators = [
  '~',
  '～',
  '…',
  '。',
  '.',
  '!',
  '\n',
  ' ',
  '-',
  '/',
  '•',
  '，',
  '&nbsp;',
  '<br>',
  '<b></b>',
  '<!-- -->',
  '&#8203;',
]
test.each(separators)('changes no alert by %j between single characters', (mark) => {
  for (const text of ['我不想活了', '我要跳楼', '好想自杀'])
    expect([text, detectCrisis(Array.from(text).join(mark))]).not.toEqual([text, null])
  const unmarked = calm.filter((text) => !text.includes('，'))
  expect(unmarked.filter((text) => detectCrisis(Array.from(text).join(mark)) !== null)).toEqual([])
})

const toEntities = (text: string, format: (code: number) => string) =>
  Array.from(text, (character) => format(character.codePointAt(0)!)).join('')
test.each<[name: string, encode: (text: string) => string]>([
  ['decimal entities', (text) => toEntities(text, (code) => `&#${code};`)],
  ['hexadecimal entities', (text) => toEntities(text, (code) => `&#x${code.toString(16)};`)],
  ['entities of entities', (text) => toEntities(text, (code) => `&amp;#${code};`)],
  ['one entity', (text) => `${text.slice(0, 1)}&#${text.codePointAt(1)};${text.slice(2)}`],
  ['tags', (text) => `<p class="a"><b>${text.slice(0, 2)}</b>${text.slice(2)}</p>`],
  ['a line break', (text) => `${text.slice(0, 2)}<br/>${text.slice(2)}`],
])('changes no result by %s', (_, encode) => {
  for (const text of ['我不想活了', '我想自杀', ...calm])
    expect([text, detectCrisis(encode(text))]).toEqual([text, detectCrisis(text)])
})

test('keeps text that only resembles a tag or an entity', () => {
  for (const text of ['<我不想活了>', 'a<b我不想活了>c', '&我不想活了;', '&#99999999;我不想活了'])
    expect([text, detectCrisis(text)]).not.toEqual([text, null])
})

const long = 200_000
/**
 * The search for words looks at each character in its sentence and in pairs of clauses. Only some units are read
 * further.
 */
const searchStepsPerSign = 8
const maxReadSteps = 1_200_000
test.each(['今天天气很好。', '今天天气很好，', '\u200B', '我', '自', '“', '4', '，', '😀', '\uD83D', 'zi sha '])(
  'takes bounded steps for 200,000 characters of %j, and sees danger at either end and in the middle',
  (piece) => {
    const filler = piece.repeat(long / piece.length)
    const half = piece.repeat(long / 2 / piece.length)
    expect(weighCrisis({ text: filler }).steps).toBeLessThan(searchStepsPerSign * long)
    expect(detectCrisis(`我不想活了，我想自杀。\n${filler}`)).not.toBeNull()
    expect(detectCrisis(`${filler}\n我不想活了，我想自杀。`)).not.toBeNull()
    expect(detectCrisis(`${half}\n我不想活了，我想自杀。\n${half}`)).not.toBeNull()
  },
)

/** Ordinary sentences, none like another one. */
const listSentences = (length: number, end: string) =>
  Array.from({ length: Math.round(length / 20) }, (_, i) => `下午三点在${i}号楼的教室里讨论方案${end}`).join('')

test.each(['。', '\n', '，', '！'])('sees a line of danger anywhere in 200,000 characters that end with %j', (end) => {
  for (const share of [0.1, 0.5, 0.9]) {
    const [before, after] = [listSentences(share * long, end), listSentences((1 - share) * long, end)]
    expect([share, detectCrisis(`${before}${after}`)]).toEqual([share, null])
    for (const line of ['遗书写好了，今晚就走', '好想4了'])
      expect([share, line, detectCrisis(`${before}${line}${end}${after}`)]).not.toEqual([share, line, null])
  }
})

test.each(['。', '，', ''])(
  'takes bounded steps for 200,000 characters in which every line is danger, ended by %j',
  (end) => {
    const lines = Array.from({ length: long / 20 }, (_, i) => `第${i}天了我还是想从楼上跳下去不想活了${end}`)
    const text = lines.join('').slice(0, long)
    const { level, steps } = weighCrisis({ text })
    expect(level).not.toBeNull()
    expect(steps).toBeLessThan(searchStepsPerSign * long + maxReadSteps)
  },
)
