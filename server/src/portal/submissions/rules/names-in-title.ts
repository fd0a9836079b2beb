// Finds names of persons in a title, so that they can be removed for the blind review. Titles have forms such as 李书涵,
// 李书涵主任, 李书涵（县医院）, 县医院李书涵 or 《守护者》（李书涵）.
import { maskName } from '../../../kit/text/masks.ts'
import { removeWhitespace } from '../../../kit/text/whitespace.ts'

const toWords = (words: string): string[] => words.split(' ')

const surnames = new Set(
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧肖程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎闫余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍覃霍翁隋甘景单包司柏宁柯阮桂闵解强柴华车冉房边吉饶刁瞿戚丘古米池滕晋苑邬臧宫来缪郎冀谈姬屠连郜晏栾郁商蒙计喻窦迟敖鄢冷卓花仇艾蓝巩练仲乐虞卞封竺冼原官楚佟栗匡宗应巫鞠桑荆谌明沙岑习胥蔺',
)
const longSurnames = toWords(
  '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 长孙 宇文 端木 南宫 独孤 呼延 轩辕 西门 闻人 澹台 宗政 濮阳 淳于 申屠 仲孙 钟离 鲜于 司空 赫连 拓跋 完颜 纳兰',
)

/** Forms of address and posts that follow a name. */
const posts = toWords(
  '同志 先生 女士 老师 医生 大夫 医师 护士 护士长 护师 药师 技师 治疗师 咨询师 督导师 分析师 规划师 督导 社工 社工师 主任 班主任 主任医师 主任护师 主任委员 教授 讲师 助教 助理 研究员 教师 教练 导师 辅导员 指导员 教导员 教研员 心理师 培训师 馆员 研究生 博士 博士后 硕士 院士 专家 学者 院长 处长 科长 局长 厅长 部长 司长 市长 县长 区长 镇长 乡长 村长 校长 园长 所长 站长 社长 组长 队长 班长 馆长 台长 行长 团长 会长 理事 理事长 秘书长 秘书 书记 主席 主编 编辑 记者 委员 委员长 常委 代表 干事 干部 总监 经理 总经理 董事 董事长 总裁 顾问 主管 负责人 带头人 召集人 警官 法官 律师 检察官 工程师 会计师 志愿者 教官 队员 会员 医助 护工 阿姨 奶奶 爷爷 大姐 大哥 事迹 先进事迹 主要事迹 事迹材料 申报材料 推荐材料 材料 简介 申报表 推荐表 申报书 推荐书',
)
/** Words that may stand between a name and its post. */
const ranks = toWords(
  '副 的 党委 党支部 支部 团委 纪委 工会 妇联 门诊 病区 临床 儿科 内科 外科 心理科 康复科 护理部 医务科 教务处 办公室 心理健康 常务 执行 名誉 首席 高级 中级 初级 特级 主治 住院 心理 精神科 一级 二级 三级 国家 特聘 客座 荣誉 个人 先进 优秀',
)
/** Label before a name in brackets, such as 笔名: or 姓名:. */
const nameLabel = /^(?:曾用名|原名|本名|又名|笔名|别名|化名|艺名|网名|姓名)[:：]?/

/** Words of professions and institutions. A text with one of them is no name. */
const professionWords = toWords(
  '心理 精神 医院 医生 医师 医疗 学校 大学 小学 中学 学院 社区 中心 协会 学会 公司 集团 机构 护理 护士 教师 老师 主任 教授 专家 院长 校长 处长 工作 康复',
)
/** Words that begin with a surname and are no names. A name of an unusual form does not begin with one. */
const wordsWithSurname = toWords(
  '温暖 温情 温馨 金色 高级 高校 高中 高考 全国 方案 方法 方向 时代 时光 时间 文化 安全 安心 关爱 关怀 关注 关心 成长 成就 明天 明灯 路口 连心 连线 花开 花季 车站 车间 边疆 边防 白衣 白领 常态 常务 常委 项目 管理 管家 计划 计生 包容 解放 解忧 强基 强国 向上 向前 向善 向往 原创 原来 来信 来访 来自 应急 应用 司法 司机 童年 童心 童话 古城 华东 华南 华北 华中 华夏 安徽 江苏 江西 江城 江北 云南 甘肃 宁夏 武汉 安庆 安阳 安顺 黄石 黄冈 石家庄 张家口 张家界 马鞍山 秦皇岛 邢台 岳阳 许昌 沈阳 连云港 江门 江阴 常德 宜昌 万州 成都 阳江 阳光 吉林 董事 家庭 纪念 纪实 党员 甄选 易知 卫生 宗教 单位 单亲 程序 任务 严重 段落 雷锋 万家 千万 牛津 熊猫 龙头 池塘 米兰 商务 商业 乐队',
)
/** Words that describe people. They can precede a name, and none of them is a name. */
const praiseWords = toWords(
  '教育 健康 志愿 服务 天使 先锋 标兵 模范 榜样 楷模 故事 事迹 人物 个人 候选 推荐 申报 守护 希望 金牌 银牌 中级 初级 特级 优秀 先进 最美 十佳 全省 全市 全县 公益 咨询 辅导 治疗 热线 干预 援助 团队 青年 青春 新星 卫士 战士 使者 摆渡 心灵 感动 抗疫 年度 奖项 称号 申报人 推荐人 候选人',
)
const professionWordPattern = new RegExp(professionWords.join('|'))
const postsAndRanks = new Set([...posts, ...ranks])
/** Words that are skipped from the start of a title until the name begins. */
const wordsBeforeName = new Set([...postsAndRanks, ...praiseWords, '被推荐人'])
const maxWordLength = Math.max(...Array.from(wordsBeforeName, (word) => word.length))
const knownWords = new Set([...wordsWithSurname, ...praiseWords])
const knownWordAtStart = new RegExp(`^(?:${wordsWithSurname.join('|')})`)
const nonNamePattern = new RegExp([...professionWords, ...praiseWords].join('|'))
const placeEnd = /(?:[院校系室部局厅处所站团队组省市县区州乡村]|街道|基地)$/
const unitEnd = /[院校系室部局厅处所站团队组会省市县区州镇乡村科司心]$/

const characterCount = (text: string) => Array.from(text).length

/** True for a surname with one or two characters that together do not form a word. */
function looksLikeName(text: string): boolean {
  const long = longSurnames.find((surname) => text.startsWith(surname))
  const givenName = long ? text.slice(long.length) : surnames.has(text[0] ?? '') ? text.slice(1) : ''
  return /^[一-龥]{1,2}$/.test(givenName) && !knownWords.has(text) && !professionWords.includes(text)
}

/**
 * True when the text is a person's name beyond doubt: a surname with one or two characters and no other word, or parts
 * joined by `·`.
 */
const isName = (text: string): boolean =>
  !professionWordPattern.test(text) &&
  (/^[一-龥]+(?:[·•・][一-龥]+)+$/.test(text) || (looksLikeName(text) && !placeEnd.test(text)))

/** Positions that can be reached from the given ones by skipping these words. */
function skipWords(text: string, from: Iterable<number>, words: ReadonlySet<string>): Set<number> {
  const positions = new Set(from)
  // the loop also visits positions that it adds
  for (const at of positions)
    for (let to = at + 1; to <= Math.min(at + maxWordLength, text.length); to += 1)
      if (words.has(text.slice(at, to))) positions.add(to)
  return positions
}

/** Positions that can be reached backwards by skipping these words, never the start of the text. */
function skipWordsBackwards(text: string, from: Iterable<number>, words: ReadonlySet<string>): Set<number> {
  const positions = new Set(from)
  for (const at of positions)
    for (let to = at - 1; to >= Math.max(at - maxWordLength, 1); to -= 1)
      if (words.has(text.slice(to, at))) positions.add(to)
  return positions
}

/** True when the text consists of posts and ranks. */
const hasOnlyPosts = (text: string): boolean => skipWords(text, [0], postsAndRanks).has(text.length)

/** Words at the start of a title that are not part of a name. */
const introduction = /^(?:关于|推荐|申报|表彰|学习)+/
/** The 为 that ends the name and begins its purpose: 李书涵同志为先进个人的材料 -> 李书涵同志 */
const purpose = /(?<=.{2})为/
type TitlePart = { from: number; to: number; text: string }

/** Removes posts and ranks from the end, one after the other; lists each remainder: 李书涵副主任医师 -> 李书涵副, 李书涵. */
function removePosts(text: string): TitlePart[] {
  const heads = new Set([0, introduction.exec(text)?.[0].length ?? 0])
  const proposed = purpose.exec(text)?.index
  const ends = [text.length, ...(proposed === undefined ? [] : [proposed])]
  // these ranks occur only before a post
  const bare = ends.flatMap((end) => posts.flatMap((post) => (text.endsWith(post, end) ? [end - post.length] : [])))
  const all = [...new Set([...ends, ...skipWordsBackwards(text, bare, postsAndRanks)])]
  return [...heads].flatMap((from) =>
    all.filter((to) => to > from).map((to) => ({ from, to, text: text.slice(from, to) })),
  )
}

/** Candidates for a name, without the words before it: 县医院李书涵, 优秀教师李书涵 -> 李书涵. */
function findCandidates(title: string): string[] {
  const units = Array.from({ length: title.length }, (_, at) => at + 1).filter(
    (at) => at > 1 && unitEnd.test(title[at - 1]!),
  )
  const startsOf = new Map<number, number[]>()
  return removePosts(title).flatMap(({ from, to, text }) => {
    if (isName(text)) return [text]
    const starts = startsOf.get(from) ?? [
      ...skipWords(title, [from, ...units.filter((at) => at > from + 1)], wordsBeforeName),
    ]
    startsOf.set(from, starts)
    return starts.flatMap((at) => (at < to && isName(title.slice(at, to)) ? [title.slice(at, to)] : []))
  })
}

type BracketedText = { /** 《》 */ isWork: boolean; text: string }

/** Splits a title into the text outside brackets and the text of each bracket, of any shape, closed or not. */
function readBrackets(title: string): { outside: string; inside: BracketedText[] } {
  let depth = 0
  let outside = ''
  const inside: BracketedText[] = []
  for (const character of title) {
    if (/[（(《〈「『【[“]/.test(character)) {
      depth += 1
      inside.push({ isWork: character === '《' || character === '〈', text: '' })
    } else if (/[）)》〉」』】\]”]/.test(character)) depth = Math.max(0, depth - 1)
    else if (depth === 0) outside += character
    else inside.at(-1)!.text += character
  }
  return { outside, inside }
}

/** Parts between separators. */
const splitIntoTokens = (text: string): string[] => text.split(/[\s、，,；;:：/|—"'‘’。.！!_~～+-]+/).filter(Boolean)

/** @returns the names, longest first; single characters are omitted */
export function findNamesInTitle(title: string): string[] {
  const { outside, inside } = readBrackets(title)
  const bare = removeWhitespace(outside)
  const candidates = [bare, ...splitIntoTokens(outside)].flatMap(findCandidates)
  const aliases = inside.flatMap(({ text }) =>
    nameLabel.test(removeWhitespace(text)) ? findCandidates(removeWhitespace(text).replace(nameLabel, '')) : [],
  )
  const textsInBrackets = (isWork: boolean) =>
    inside
      .filter((item) => item.isWork === isWork)
      .flatMap(({ text }) => [removeWhitespace(text), ...splitIntoTokens(text)].flatMap(findCandidates))
  // if a name is outside, brackets contain the person's organisation; 《》 more often contain the title of a work
  const first = candidates.length > 0 ? [] : textsInBrackets(false)
  const bracketed = candidates.length > 0 || first.length > 0 ? first : textsInBrackets(true)
  // next to a post or brackets, a name may contain a word: 王大学老师, 康复生（县医院）
  const isBesidePost = (item: string) =>
    (item !== bare || inside.length > 0) && looksLikeName(item) && !unitEnd.test(item)
  // names of other forms, such as 阿依古丽老师
  const unusual = Array.from(removePosts(bare), ({ text }) => text).filter(
    (item) =>
      isBesidePost(item) ||
      (!nonNamePattern.test(item) && !hasOnlyPosts(item) && !(bracketed.length > 0 && knownWordAtStart.test(item))),
  )
  const all = [...unusual, ...candidates, ...aliases, ...bracketed].filter(
    (name) => characterCount(name) > 1 && !longSurnames.includes(name) && !name.endsWith('副'),
  )
  const whole = removeWhitespace(title)
  return [...new Set([...(whole ? [whole] : []), ...all.sort((a, b) => characterCount(b) - characterCount(a))])]
}

/** Masks the names of a title wherever they occur in a text, also with spaces between their characters. */
export function maskNamesOfTitle(text: string, title: string): string {
  const patterns = findNamesInTitle(title).map((name) =>
    Array.from(name, (character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join('\\s*'),
  )
  return patterns.length === 0
    ? text
    : text.replaceAll(new RegExp(patterns.join('|'), 'giu'), (found) => maskName(found))
}
