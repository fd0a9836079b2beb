// Ordinary text around a line, to measure whether it is recognised in any context.
import { readFileSync } from 'node:fs'
import { traditionalPairs } from '../../server/src/crisis/reading/normalise.ts'

export type LabelledText = { title: string; text: string; before: readonly string[] }
export type ContextWrap = { name: string; wrap: (sample: LabelledText) => LabelledText }

const titles = [
  '想请教老师一个问题',
  '情绪问题求助',
  '孩子的教育问题',
  '最近的一些困惑',
  '人际关系方面的咨询',
  '关于预约咨询',
  '睡眠不太好',
  '工作压力大怎么办',
  '有件事想说说',
  '第一次来这里提问',
]

/** Ten fixed sentences; none of them is a training line. */
const ordinary = [
  '今天下午在图书馆坐了很久。',
  '外面一直在下小雨。',
  '我在合肥读大三，学的是会计。',
  '中午和室友去食堂吃了面。',
  '上周刚交完课程作业。',
  '我平时喜欢听歌和散步。',
  '第一次在这个平台发消息，不太会用。',
  '我妈妈做的是超市的工作。',
  '这个月的实习安排还没有定下来。',
  '宿舍楼下新开了一家奶茶店。',
]
const counts = [1, 2, 3, 5, 10] as const

/** Sentences of ordinary texts, whose writers have seen no training line. */
const drawnSentences = readFileSync(new URL('../../docs/crisis/ordinary-sentences.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const drawnCounts = [1, 3, 10] as const

/** Sentences of one or two texts. The characters of the line choose them, so that they are the same in each run. */
function drawSentences(text: string, count: number): string[] {
  const sum = Array.from(text).reduce((total, character) => (total * 31 + character.codePointAt(0)!) % 1_000_003, 0)
  const start = sum % drawnSentences.length
  return Array.from({ length: count }, (_, i) => drawnSentences[(start + i) % drawnSentences.length]!)
}

const endSentence = (text: string) => (/[。！？!?…]$/u.test(text) ? text : `${text}。`)

/** Puts half of the sentences, rounded up, before the line, and the others after it. */
function surround(text: string, sentences: readonly string[]): string {
  const half = Math.ceil(sentences.length / 2)
  return [...sentences.slice(0, half), text, ...sentences.slice(half)].map(endSentence).join('')
}
const nameSentences = (count: number, kind: string) => `${count} ${kind} ${count === 1 ? 'sentence' : 'sentences'}`

const traditional = new Map<string, string>()
for (let i = 0; i + 1 < traditionalPairs.length; i += 2) traditional.set(traditionalPairs[i + 1]!, traditionalPairs[i]!)
const toTraditional = (text: string) =>
  Array.from(text, (character) => traditional.get(character) ?? character).join('')

const bare: ContextWrap = { name: 'bare', wrap: (sample) => sample }

export const wraps: readonly ContextWrap[] = [
  bare,
  ...titles.map((title) => ({ name: `title ${title}`, wrap: (sample: LabelledText) => ({ ...sample, title }) })),
  ...counts.map((count) => ({
    name: nameSentences(count, 'ordinary'),
    wrap: (sample: LabelledText) => ({ ...sample, text: surround(sample.text, ordinary.slice(0, count)) }),
  })),
  ...drawnCounts.map((count) => ({
    name: nameSentences(count, 'drawn'),
    wrap: (sample: LabelledText) => ({
      ...sample,
      text: surround(sample.text, drawSentences(sample.text, count)),
    }),
  })),
  {
    name: 'traditional characters',
    wrap: ({ title, text, before }) => ({
      title: toTraditional(title),
      text: toTraditional(text),
      before: before.map(toTraditional),
    }),
  },
]
export const bareOnly: readonly ContextWrap[] = [bare]
