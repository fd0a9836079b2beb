// Statements of danger that mean the same in any context. The model misses some of them among ordinary words.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { extractFeatures } from '../reading/features.ts'
import type { NormalisedText } from '../reading/normalise.ts'
import type { WordKind } from '../reading/words.ts'

type DangerPattern = { level: CrisisLevel; pattern: RegExp }

/** Characters of which every statement has at least one; most texts have none. */
const anyOfStatement =
  /割[腕脉]|上吊|吞|农药|攒|陪|下来|进来|靠近|喝药|跳|烧炭|洗|活到|着[吃咽]|想死|轻生|寻死|自[杀残伤]|不想活|得死|觉死|约死|起死|百草枯|敌敌畏|鼠|氰|头孢|zs/u

// parts of the patterns
const relative =
  '(?:妈妈?|爸爸?|[爹娘]|老[公婆]|丈夫|妻子|[儿女]子|女儿|闺女|孩子|[哥姐弟妹]{1,2}|爷爷|奶奶|外[公婆]|公公|婆婆)'
const person = `(?:[他她]|${relative}|对象|男友|女友|朋友|同学|室友|邻居)`
const poison = '(?:百草枯|敌敌畏|除草剂|农药|老鼠药|鼠药|毒鼠强)'
const amount = '(?:好几口|几口|半瓶|一瓶|整瓶|好多|很多|一点|一些)'
const height = '(?:阳台|窗台|窗户|天台|楼顶|房顶|屋顶|桥|栏杆|护栏)'

const statements: readonly DangerPattern[] = [
  // an attempt of the writer, survived a short time ago
  {
    level: 'plan',
    pattern:
      /(?:割腕|割脉|上吊|吞药|喝农药|喝药|跳楼|跳河|烧炭)(?:了|后|以后|之后)?,?(?:没(?:割|死|吊|跳)?成|缝了|被[^,]{0,5}(?:抱|拉|拽|拦|救(?!的)|发现))/u,
  },
  { level: 'plan', pattern: /自杀(?:未遂|没成|没死成)(?:出院|回来|被救|第)/u },
  { level: 'plan', pattern: /洗(?:完|了|过)?胃(?:出来|刚醒|回来|醒来|回家|出院)/u },
  { level: 'plan', pattern: /吞了?(?:好多|很多|许多|一大把|一把|一整瓶|整瓶|一瓶|半瓶)[^,]{0,3}药/u },
  // tablets counted while they are taken
  { level: 'plan', pattern: /数着(?:吃|吞|咽)[^。]{0,12}第[一二三四五六七八九十几\d]+[颗片粒]/u },
  // poison that someone else has taken just now
  {
    level: 'other',
    pattern: new RegExp(
      `${person}(?:她|他)?(?:自己|一个人)?(?:刚刚?|刚才|方才|今天|今晚|现在|已经)(?:偷偷|自己|一口气)?[喝吃吞]了?(?:下|进)?(?:去)?${amount}?${poison}`,
      'u',
    ),
  },
  // tablets that the writer has saved up
  {
    level: 'plan',
    pattern:
      /(?<!感冒|退烧|降压|降糖|中|补)药[片丸]?(?:都|全|已经|也){0,2}攒(?:够|好|齐|得?差不多)(?![一两三四五六七八九十几\d]个?(?:疗程|天|周|星期|月))/u,
  },
  { level: 'plan', pattern: /(?:我|都|已经|终于){1,2}攒(?:够|好|齐)了?[^,]{0,4}(?<!感冒|退烧|降压|降糖|中|补)药/u },
  // someone else who wants to follow a person who has died
  {
    level: 'other',
    pattern: new RegExp(
      `${relative}[^,]{0,12},?(?:说|讲|念叨)(?:着|是|她|他)?(?:要|想)去?陪(?:我|他|她)?(?:爸|妈|爹|娘|爷|奶|老伴|老头|孩子|[儿女]子|女儿)[^。]{0,16}(?:走了(?![半一两三几好多很来过])|去世|过世|离世|不在了)`,
      'u',
    ),
  },
  {
    level: 'other',
    pattern: new RegExp(
      `${relative}[^,]{0,4}[锁关][^,]{0,3}(?:屋|房|家|厕所|卫生间)[^,]{0,3},?(?:说|讲|念叨)(?:着|是)?(?:要|想)去陪`,
      'u',
    ),
  },
  // someone else on a height who does not come down
  {
    level: 'other',
    pattern: new RegExp(
      `${person}[^,我]{0,4}(?:[站坐趴爬跨翻骑蹲][^,我]{0,4}${height}|${height}[^,我]{0,4}[站坐趴跨骑蹲])[^,我]{0,6},?[^,我]{0,6}(?:不下来|不肯下来|不进来|不肯进来|叫不下来|劝不下来|不让人靠近|要往下跳|要跳)`,
      'u',
    ),
  },
  // poison that the writer has taken after a quarrel with someone
  {
    level: 'plan',
    pattern: new RegExp(
      `(?:^|,)[我俺](?!家|${person})[^,我他她]{0,4}(?:跟|和|与|被)[^,]{1,12},(?:一气之下|一时冲动|气得|就|刚刚?|刚才|已经){0,2}[喝吃吞]了?(?:下|进)?${amount}?${poison}`,
      'u',
    ),
  },
  // the dose of a poison, and the mixture that is known as one
  {
    level: 'plan',
    pattern: new RegExp(`(?:${poison}|氰化[钾物])(?:要|得|该)?[喝吃吞](?:下|进)?(?:多少|几[口瓶克两毫]|多大)`, 'u'),
  },
  { level: 'plan', pattern: /[喝吃吞](?:下|进)?(?:多少|几[口瓶克两])(?:百草枯|敌敌畏|农药|老鼠药|毒鼠强|氰化)/u },
  { level: 'thought', pattern: /(?<!不能|别|不要|不可|忌)头孢[配就加拌兑]酒(?![^,]*(?:不能|别|不要|不可|忌|医生))/u },
  // an abbreviation of 自杀
  { level: 'thought', pattern: /(?:我|好|真|只|就|又|还)?(?:想|要|打算|准备)zs(?:了|啊)?(?=,|\?|$)/u },
  // a jump that is announced by the bare verb
  { level: 'plan', pattern: /(?:我就|我再|直接|当天就|然后就|晚上就|完就)(?:去|从[^,]{1,6})跳(?:下去|了)?(?=,|$)/u },
  {
    level: 'plan',
    pattern:
      /(?:我就|我只|只打算|打算|准备)活到(?:月底|年底|这周|下周|周[一二三四五六日末]|明天|今晚|今天|这个月|生日|高考|毕业|期末|考完)/u,
  },
  // an invitation to die together
  {
    level: 'plan',
    pattern:
      /(?:有人|谁|有没有人?|找个?人|约个?人|求|想)(?:想|要|愿意|也|能|可以|一起|跟我|和我|陪我){0,2}(?:相约|约|组团|结伴|一起|一块)去?(?:自杀|轻生|寻死|赴死|死)(?:的人?|吗|么|吧|啊)?(?=[,?]|$)/u,
  },
  {
    level: 'plan',
    pattern:
      /^(?:同城|网上)?(?:相约|约|组团|结伴|集体)(?:一起)?(?:自杀|轻生|寻死|赴死|死)(?:吧|吗|群|交流群|小组|的人)?$/u,
  },
  { level: 'thought', pattern: /^(?:自杀|轻生|寻死|想死)(?:的人)?(?:群|交流群|小组)$/u },
  // a thought that goes on
  {
    level: 'thought',
    pattern:
      /(?:想死|轻生|寻死|自杀|自残|自伤|不想活)的(?:念头|想法|次数|冲动)[^,]{0,6}(?:越来越|断断续续|反而|更|又|还在|一直|没断过|多了)/u,
  },
  {
    level: 'thought',
    pattern:
      /(?:想死|轻生|寻死|自杀|自残|自伤|不想活)的(?:念头|想法|冲动)(?:也|又|就|还|都|跟着|重新|再次|突然){0,3}(?:回来|冒出来|涌上来|涌出来)/u,
  },
  { level: 'thought', pattern: /(?:觉得|感觉)(?:自杀|死)(?:好像)?[^,]{0,3}(?:没那么|不)可怕/u },
  // a relapse
  {
    level: 'thought',
    pattern: /戒了[^,]{1,6}(?:自残|自伤|划手|割手)[^。]{0,8}(?:破功|破戒|没忍住|又划|又割|又开始|复发)/u,
  },
]

/** Kinds of words that make the clause speak of someone else, or of something that is over or not real. */
const turningKinds = new Set<WordKind>(['kin', 'they', 'profession', 'work', 'idiom', 'laugh', 'past', 'well', 'said'])
const someone = /一个|有个|有人|那个|某|狗|猫/u

/** The level of a statement of danger, or null. */
export function findStatedDanger({ text }: NormalisedText): CrisisLevel | null {
  if (!anyOfStatement.test(text)) return null
  for (const { level, pattern } of statements) {
    const match = pattern.exec(text)
    if (!match) continue
    const clauseStart = text.lastIndexOf(',', match.index) + 1
    const before = text.slice(clauseStart, match.index)
    const { hits } = extractFeatures({ text: before, hidden: 0 })
    if (!someone.test(before) && !hits.some(({ kind }) => turningKinds.has(kind))) return level
  }
  return null
}
