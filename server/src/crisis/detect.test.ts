import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWeights } from '../../../tools/train-crisis.ts'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { detectCrisis, weighCrisis } from './detect.ts'
import { wholeCompounds as compounds } from './reading/compounds.ts'
import { hasCrisisKind, listFeatures, longestRun, extractFeatures } from './reading/features.ts'
import { needsOnlyPunctuation, normalise } from './reading/normalise.ts'
import { normaliseUnit, readUnits } from './reading/units.ts'
import { createScorer, readModel } from './model/model.ts'
import { kindsOf } from './reading/words.ts'

const weights = readFileSync(new URL('model/weights.bin', import.meta.url))
const model = readModel(weights)

const docs = new URL('../../../docs/crisis/', import.meta.url)
const readRows = (name: string) =>
  readFileSync(new URL(name, docs), 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t') as [label: string, category: string, text: string])

const splitTexts = (texts: string) => texts.trim().split(/[|\n]/)
const isAlarm = (text: string) => detectCrisis(text) !== null

test('keeps the writer the same person after a greeting', () => {
  for (const text of ['老师，我要跳楼', '您好，我要跳楼', '老师您好，打扰一下，我要跳楼', '医生，我要跳楼'])
    expect(detectCrisis(text)).toBe('plan')
})

test("reads a question's text beside its title, which raises no alarm", () => {
  expect(detectCrisis({ title: '孩子的教育问题', text: '我不想活了，遗书写好了' })).toBe('plan')
  expect(detectCrisis({ title: '我不想活了', text: '想问问怎么预约咨询。' })).toBe('thought')
  expect(detectCrisis({ title: '情绪问题求助', text: '最近工作有点累，想问问怎么预约咨询。' })).toBeNull()
})

test('raises no alarm for ordinary questions about sleep and work', () => {
  const questions = [
    { title: '搬家后总是睡不踏实', text: '换了城市以后，夜里一点动静就醒，想知道可以怎么调整。' },
    { title: '换岗以后跟不上', text: '换了岗位以后总觉得跟不上，想听听大家的办法。' },
    { title: '写材料总是拖延', text: '材料总是写到一半就停下，想知道怎么坚持。' },
  ]
  expect(questions.filter((question) => detectCrisis(question) !== null)).toEqual([])
})

test('reads words split over two messages together', () => {
  expect(detectCrisis({ text: '活了', before: ['我真的不想'] })).toBe('thought')
  expect(detectCrisis({ text: '活了', before: ['在吗', '我真的不想'] })).toBe('thought')
  expect(detectCrisis({ text: '活了' })).toBeNull()
})

test('has weights made from the committed lines and code', () => {
  // only the training writes this file, so it also names the weights that it made
  expect(readFileSync(new URL('model/weights.txt', import.meta.url), 'utf8')).toBe(describeWeights(weights))
})

/** Written before the detector was trained on such lines. Only seven of them are training lines. */
const everyday = `
迟到了 咨询师迟到了 老师迟到了十分钟 今天又迟到了 上班要迟到了 会议迟到了五分钟 我迟到了，不好意思
约好三点，他迟到了 公交车晚点，迟到了 考试迟到了怎么办 迟到了还扣钱吗 对方迟到了半小时 快迟到了 来不及了
时间到了 下班了 我走了，明天见 先下了，拜拜 晚安 睡了 吃了 到家了 在路上 收到了 知道了 好的，谢谢
再见 明天见 谢谢老师 辛苦了 退款到了吗 钱没到账 怎么还没回复 打不开了 网断了 手机没电了 电脑坏了
验证码收不到 密码忘了 预约取消了 换个时间可以吗 改到周五吧 今天来不了 堵车了 感冒了 发烧了 头疼
没睡好 昨晚失眠了 有点累 好累啊 今天心情不错 有点紧张 明天要考试 孩子不听话 和同事吵架了 被领导批评了
作业没写完 加班到十点 周末去爬山 饿死了 笑死我了 热死了 太差了 服务态度不好 等了很久 一直没人接
咨询师没来 不去了 算了 没事了 路上堵着呢 外卖还没到
`

test('raises no alarm for everyday messages, alone or after three others', () => {
  const trained = new Set(['training.tsv', 'further-training.tsv'].flatMap(readRows).map(([, , text]) => text))
  const lines = everyday.trim().split(/\s+/)
  expect(lines.filter((line) => !trained.has(line)).length).toBeGreaterThanOrEqual(60)
  expect(lines.filter((line) => detectCrisis(line) !== null)).toEqual([])
  const listLinesBefore = (i: number) => lines.slice(Math.max(0, i - 3), i)
  expect(lines.filter((text, i) => detectCrisis({ text, before: listLinesBefore(i) }) !== null)).toEqual([])
})

/** Everyday goodbyes, written before the rule for them. The list below has farewells for ever in the same words. */
const everydayGoodbyes = `
我先走了|我先走了，你们聊|老师我先走了|我先走了，明天还要上班|我先走了啊|那我先走了|我有事先走了|我先走了，下次再约
孩子放学了，我先走了|我先走了，谢谢老师|时间到了我先走了|车来了，我先走了|我得先走了，地铁快没了|她先走了，说家里有事
同事都先走了，就剩我加班|我先走一步，你们慢慢聊|我先走了，各位晚安|会还没开完他就先走了|我等了二十分钟，先走了
不来了|今天不来了|我今天不来了|下周不来了|明天有事不来了|他说不来了|今天下雨，不来了|我不来了，改天吧|孩子发烧，今天不来了
咨询师临时说不来了|老师，这周我不来了，下周再约|她今天不来了，请假了|说好一起吃饭又不来了|快递今天不来了吧
家长会我不来了，孩子爸爸来|太远了，下次不来了|临时加班，来不了，不来了
`
const farewells = `
爸妈，我先走了，来生再报答你们|对不起，我先走了|我先走了，不要找我|这个世界太苦了，我先走了|下辈子再也不来了|这人间我再也不来了
谢谢你们，我先走了，忘了我吧|我不来了，以后也不会有我了|孩子交给你了，我先走了|药吃完了，我先走了|世上再无我，下次不来了
老婆，我先走一步，照顾好自己和孩子|我走了，永远不回来了|我要先走一步了|他先走了，我也先走了|大家，我先走一步了
`

test('raises no alarm for leaving a room, but for a farewell for ever in the same words', () => {
  expect(splitTexts(everydayGoodbyes).filter(isAlarm)).toEqual([])
  expect(splitTexts(farewells).filter((line) => !isAlarm(line))).toEqual([])
})

const requiredLevels: [level: CrisisLevel | null, texts: string[]][] = [
  [
    'thought',
    [
      '我想死',
      '不想活了',
      '我想自杀',
      '活着没有意义',
      '好想死啊',
      '想消失',
      '我想退出这个世界了',
      '死了就解脱了',
      '我不是不想死，我是不敢死',
    ],
  ],
  [
    'thought',
    [
      '想zisha',
      '我想自 殺',
      '好想亖',
      '想4了',
      '自•杀的念头',
      '想紫砂',
      '我不想huo了',
      'i want to die',
      '唔想活喇，好想死',
    ],
  ],
  [
    'plan',
    [
      '我站在天台上',
      '安眠药攒够了',
      '遗书写好了',
      '我又割腕了',
      '再见了，这个世界',
      '准备烧炭',
      '我要跳楼',
      '用刀片割大腿',
    ],
  ],
  ['other', ['我朋友说他想自杀，怎么办', '女儿割腕了，我该怎么跟她谈', '我老公说他不想活了']],
  [
    null,
    [
      '',
      '🙂',
      '你好，请问怎么预约咨询',
      '笑死我了',
      '累死了今天加班到十点',
      '想死你了',
      '我不想死',
      '没有自杀的念头',
      '撑不住了 作业太多',
    ],
  ],
  [
    null,
    [
      '全国心理援助热线12356',
      '自杀风险评估量表怎么计分',
      '《我想结束这一切》这部电影看懂了吗',
      '紫砂壶怎么开壶',
      '想吃4个',
      '退出前',
      '别的设备已让我退出，3秒后',
      '手机登录以后电脑就退出了，过几秒又要登录',
    ],
  ],
  [
    null,
    [
      '以前想过自杀，现在好多了',
      '跳楼价清仓',
      '炭买好了，周末烧烤',
      '以前割过腕，现在走出来了',
      '失眠两个月了，怎么办',
    ],
  ],
]
test.each(requiredLevels.flatMap(([level, texts]) => texts.map((text) => [text, level] as const)))(
  'detects in “%s” the level %s',
  (text, level) => {
    expect(detectCrisis(text)).toBe(level)
  },
)

test('raises an alert for one sentence in a long calm text', () => {
  const calm = '今天和同事去公园散步，天气很好，中午吃了面，下午开了个会，晚上陪孩子写作业。'
  expect(isAlarm(calm.repeat(12))).toBe(false)
  expect(isAlarm(`${calm.repeat(6)}我不想活了，我想自杀，遗书已经写好了。${calm.repeat(6)}`)).toBe(true)
  // of a text that is too long, the end is read as well
  expect(isAlarm(`${calm.repeat(200)}${'。'.repeat(10)}我不想活了，我想自杀，遗书写好了`)).toBe(true)
})

/** Limit of `steps`: the detector looks for words and n-grams at each character, in the text and its parts. */
const stepsPerCharacter = 60
const longestRead = 2_501

const pieces = [
  '想死',
  '不想',
  '我朋友',
  '“',
  '”',
  '"',
  '《',
  ' ',
  '•',
  '自',
  '杀',
  ',',
  '。',
  '4',
  's',
  'zi',
  '忍不住',
  '紫砂',
  '我',
  'ﷺ',
  '😀',
  '死',
]
test('takes steps that grow linearly with the length of a text, up to a maximum', () => {
  const expectLinearSteps = (text: string) => {
    const { steps } = weighCrisis({ text })
    // 4 more, for the borders at both ends
    expect(steps).toBeLessThanOrEqual((Math.min(text.normalize('NFKC').length, longestRead) + 4) * stepsPerCharacter)
  }
  for (const piece of pieces)
    for (const length of [10, 100, 1_000, 5_000]) expectLinearSteps(piece.repeat(Math.ceil(length / piece.length)))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 5_000, size: 'max' }), (parts) =>
      expectLinearSteps(parts.join('')),
    ),
    {
      numRuns: 10,
    },
  )
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 5_000, size: 'max' }), expectLinearSteps), {
    numRuns: 10,
  })
  const countSteps = (length: number) => weighCrisis({ text: '我朋友想死，'.repeat(length) }).steps
  expect(countSteps(400) / countSteps(200)).toBeLessThan(2.2)
  expect(countSteps(5_000)).toBeLessThanOrEqual(countSteps(417))
})

test('finds the same features as listing every run of a text, and in the trie every word', () => {
  const score = createScorer(model)
  const rowOf = (feature: string) => {
    if (feature.length > longestRun) return model.rowOfMark.get(feature) ?? -1
    let row = model.rowOfCharacter(feature.charCodeAt(0))
    for (let at = 1; at < feature.length && row >= 0; at++) row = model.rowAfter(row, feature.charCodeAt(at))
    return row < model.rowCount ? row : -1
  }
  const hold = (text: string) => {
    const [unit] = readUnits({ text })
    const plain = unit ? normaliseUnit(unit) : normalise(text)
    const rows = new Set([...listFeatures(plain)].map(rowOf).filter((row) => row >= 0))
    expect(score(extractFeatures(plain)).features).toBe(rows.size)
    const reading = extractFeatures({ text: plain.text.replaceAll(/[“「『《"]/g, ''), hidden: 0 })
    const said = reading.said.slice(1, -1)
    const words: string[] = []
    for (let at = 0; at < said.length; at++) {
      const compound = compounds.filter((word) => said.startsWith(word, at)).toSorted((a, b) => b.length - a.length)[0]
      for (let to = said.length; to >= at + (compound?.length ?? 1); to--)
        for (const _ of kindsOf.get(said.slice(at, to)) ?? []) words.push(said.slice(at, to))
      if (compound) at += compound.length - 1
    }
    expect(reading.hits.map(({ word }) => word)).toEqual(words)
  }
  const lines = readRows('training.tsv').map(([, , text]) => text)
  const text = fc.array(
    fc.oneof(fc.constantFrom(...lines), fc.constantFrom(...pieces), fc.string({ unit: 'binary' })),
    {
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(text, (parts) => hold(parts.join(''))),
    { numRuns: 300 },
  )
  for (let i = 0; i < lines.length; i += 25) hold(lines[i]!)
})

test('gives the same result in the quick pass of the normalisation as in the full one', () => {
  const lines = readRows('training.tsv').map(([, , text]) => text)
  const text = fc.array(fc.oneof(fc.constantFrom(...lines), fc.constantFrom(...pieces, '，', '？', '！', '、', '：')), {
    maxLength: 4,
  })
  // a zero-width character says nothing, and only the full pass takes it out
  const hold = (written: string) => {
    expect(normalise(written)).toEqual(normalise(`${written}\u200B`))
    if (needsOnlyPunctuation(written)) expect(hasCrisisKind(written)).toBe(hasCrisisKind(normalise(written).text))
  }
  fc.assert(
    fc.property(text, (parts) => hold(parts.join(''))),
    { numRuns: 2_000 },
  )
  for (const line of lines) hold(line)
})
