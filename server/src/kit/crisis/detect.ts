// Does this message sound like somebody who thinks of ending their life? It decides about a card and an alert, never
// about the message itself. Rather a card too many than one too few; but a card at every "累死了" would be read by nobody.
import { hiddenPatterns, planPatterns, thoughtPatterns } from './words.ts'
import { blankQuotes, normalise, splitClauses } from './normalise.ts'

/** `plan`: means, deeds, farewell. `thought`: wish or hint. `other`: it is about somebody else, whom the writer may want to help. */
export type CrisisLevel = 'plan' | 'thought' | 'other'

/** A quick look that nearly every message ends with. */
const worthALook =
  /[死杀活亖嘎醒血刀药绳炭跳割划掐烫捅砍撞楼桥]|自|轻|尽|残|伤|消失|解脱|了[断结]|结束|离开|下去|不住|不过去|累赘|包袱|多余|走了|走一步|再见|永别|诀别|来世|来生|下辈子|最后一|遗|后事|留恋|眷恋|睡过去|长眠|长睡|紫砂|没有我|没了我|少了我|不在了|做人了|当人了|蒸发|世界|4了|想4|[a-z]{2}/u

const negation =
  /(?:不|没|没有|没想|从不|从没|从未|从来没|从来不|不会|不要|不准|不许|不能|不应|不该|别|不是|并不|并没|并非|未曾|毫无|绝不|决不|绝对不|不至于|怎么会|哪会|怎么可能|不可能|不敢|还没|也没|没有过|不曾|何必|不必|无需|用不着|禁止|拒绝|舍不得|哪有|才不|谁要|谁想|远离|停止|放弃|打消|阻止|避免|劝阻|没人|不考虑|不打算|不准备)[^不没]{0,7}$/u
/** "It is not that I would not": what looks like a denial and is none. */
const twice =
  /(?:不是不|不得不|没有人能|谁也(?:拦|挡)|没人(?:能|拦)|拦不住|不能不|没法不|忍不住|控制不住|止不住|由不得|停不下|不知道(?:为什么|怎么|该|要不要)|不如|不停地?|恨不得|巴不得|要不|还不如|不敢告诉|没有?告诉|没跟|不想告诉|没勇气|没力气|没办法)[^]{0,8}$/u

const relatives =
  '朋友|闺蜜|同学|舍友|室友|同事|邻居|网友|群友|学生|学员|孩子|女儿|儿子|妈妈?|爸爸?|母亲|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|弟弟?|妹妹?|哥哥?|姐姐?|老公|老婆|丈夫|妻子|男友|女友|男朋友|女朋友|前任|前男友|前女友|对象|老师|班主任|老板|领导|亲戚|表[哥姐弟妹]|堂[哥姐弟妹]|侄[子女]|外甥女?|叔叔?|阿姨|舅舅?|姑姑?|老公|同桌|队友|粉丝'
const someoneElse = new RegExp(
  `(?:我(?:的|们?家?的?|家)?(?:一个|有个|那个|这个|最好的|以前的|高中|大学|小学|初中)*(?:${relatives})|有(?:个|一个|位|一位|些|的|人)(?!时候)|他们?|她们?|它|别人|人家|某人?|大家|很多人|好多人|不少人|许多人|一些人|有些人|新闻|网上|报道|电视|电影|小说|主角|男主|女主|主人公|角色|凶手|反派|作者|诗人|作家|明星|博主|主播|来访者|患者|病人|当事人|求助者|青少年|老人|老年人|孩子们?|中学生|大学生|小学生|员工|同学们|(?<!我)(?:${relatives})|你)`,
  'gu',
)
const oneself = new RegExp(
  `(?:我|俺|咱|本人|自己|人家我)(?!(?:的|们?家?的?|家)?(?:一个|有个|那个|这个|最好的|以前的|高中|大学|小学|初中)*(?:${relatives}))`,
  'gu',
)

const professional =
  /(?:预防|防止|干预|热线|培训|讲座|课程|宣传|统计|研究|论文|筛查|评估|量表|数据|课题|文献|综述|知识|教育|识别|应对|督导|案例|危机|率|风险|现象|问题研究|手册|指南|专题|日|主题|公约|协议|新闻|事件|报道|未遂者|者|倾向的|行为的|意念(?:的|量表)|家属|幸存|遗族|话题|这个词|这种事|是什么意思|定义|原因|心理学)/u

const past =
  /(?:以前|曾经|过去|当年|那时|那阵|那段|小时候|年轻时|去年|前年|几年前|多年前|年前|月前|高中|初中|大学|上学|产后|离婚那|当时|最难的时候|想过|有过)/u
const resolved =
  /(?:(?:现在|如今|后来|今天|目前|已经|早就|好在|幸好|还好|终于|慢慢|最近|这两年|此后).{0,14}(?:好多了|好了|很好|挺好|不错|走出来|走过来|熬过来|挺过来|恢复|康复|不想了|不再|没有了|没(?:有)?(?:再)?(?:那|这)|再没|过去了|不会了|想开|想通|放下|热爱|珍惜|喜欢|感谢|感激|庆幸|开心|稳定|正常|踏实|有(?:盼头|希望|奔头)|活得|结婚|孩子|工作|都过去)|走出来了|熬过来了|挺过来了|都过去了|想开了|康复了|现在想想)/u

const has = (pattern: RegExp, text: string) => {
  pattern.lastIndex = 0
  return pattern.test(text)
}
const lastIndex = (pattern: RegExp, text: string): number => {
  let at = -1
  for (const found of text.matchAll(pattern)) at = found.index
  return at
}

/** Whom the words before a match speak of; Chinese leaves out a subject that is clear, so nobody named is oneself. */
function isSomeoneElse(before: string): boolean {
  const other = lastIndex(someoneElse, before)
  return other >= 0 && other >= lastIndex(oneself, before)
}

type Found = { at: number; length: number; isPlan: boolean }

function findAll(text: string, patterns: readonly RegExp[], isPlan: boolean): Found[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => ({ at: found.index, length: found[0].length, isPlan })),
  )
}

function judge(before: string, clause: string, { at, length, isPlan }: Found, isPast: boolean): CrisisLevel | null {
  const head = clause.slice(0, at)
  const tail = clause.slice(at + length, at + length + 8)
  if (has(negation, head) && !has(twice, head)) return null
  if (has(professional, tail) || has(/(?:预防|干预|防止|关于|什么是|所谓|世界|反对|心理)$/u, head)) return null
  if (isSomeoneElse(before + head)) return 'other'
  if (isPast) return null
  return isPlan ? 'plan' : 'thought'
}

/**
 * @param text as written, at most a few thousand characters
 * @returns null for what needs no card
 */
export function detectCrisis(text: string): CrisisLevel | null {
  const plain = normalise(text)
  if (!worthALook.test(plain)) return null
  const said = blankQuotes(plain)
  const isPast = has(past, said) && has(resolved, said)
  const levels = new Set<CrisisLevel | null>()
  // hidden spellings may lie across the borders of clauses
  for (const found of findAll(said, hiddenPatterns, false)) {
    const start = Math.max(
      0,
      ...[...said.slice(0, found.at).matchAll(/[,，。!！?？;；\n]/gu)].map(({ index }) => index + 1),
    )
    levels.add(
      judge(said.slice(Math.max(0, start - 24), start), said.slice(start), { ...found, at: found.at - start }, isPast),
    )
  }
  let before = ''
  for (const { text: clause } of splitClauses(said)) {
    for (const found of findAll(clause, thoughtPatterns, false)) levels.add(judge(before, clause, found, isPast))
    for (const found of findAll(clause, planPatterns, true)) levels.add(judge(before, clause, found, isPast))
    before = clause.slice(-24)
  }
  for (const level of ['plan', 'thought', 'other'] as const) if (levels.has(level)) return level
  return null
}
