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
  ['marks over characters', (text) => Array.from(text, (sign) => `${sign}\u0336`).join('')],
  ['variation selectors', (text) => Array.from(text, (sign) => `${sign}\uFE0F`).join('')],
  ['full width', (text) => text.replaceAll(/[!-~]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))],
]
test.each(disguises)('changes no result by %s', (_, disguise) => {
  for (const text of [...dangerous, ...calm])
    expect([text, detectCrisis(disguise(text))]).toEqual([text, detectCrisis(text)])
  expect(dangerous.filter((text) => detectCrisis(text) === null)).toEqual([])
  expect(calm.filter((text) => detectCrisis(text) !== null)).toEqual([])
})

const long = 200_000
const maxSteps = 12_000
test.each(['今天天气很好。', '\u200B', '我', '自', '“', '4', '，', '😀', '\uD83D', 'zi sha '])(
  'takes bounded steps for 200,000 characters of %j, and sees danger at either end',
  (piece) => {
    const filler = piece.repeat(long / piece.length)
    expect(weighCrisis({ text: filler }).steps).toBeLessThan(maxSteps)
    expect(detectCrisis(`我不想活了，我想自杀。\n${filler}`)).not.toBeNull()
    expect(detectCrisis(`${filler}\n我不想活了，我想自杀。`)).not.toBeNull()
  },
)
