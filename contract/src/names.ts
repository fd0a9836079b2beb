// Rules for names that people choose: no hidden characters, no phone numbers, no impersonation of staff.
import { roleNameOf, staff } from './roles.ts'
import { toSimplified } from './simplified-characters.ts'

/** Control, format and direction characters, unassigned characters, and letters without a visible form. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** One emoji, with the selector of its coloured form or a skin tone. */
const emoji = String.raw`\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?`
/** Scripts in which a joiner between two letters changes how both are written. */
const joiningLetters = `[${['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Kannada', 'Malayalam', 'Tamil', 'Telugu']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
/** Characters that readers see, although they are invisible elsewhere. */
const visibleUses = new RegExp(
  [
    // flags of regions, and digits on a key
    String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\d#*]\uFE0F\u20E3`,
    // families, professions, and emoji in colour
    `${emoji}(?:\\u200D${emoji})*`,
    `(?<=${joiningLetters})[\\u200C\\u200D](?=${joiningLetters})`,
    String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
  ].join('|'),
  'gu',
)
const stackedMarks = /\p{M}{3}/u

/** Chinese words that only the association may use, in simplified characters. */
export const reservedChinese = [
  ...['管理员', '管理人员', '秘书处', '秘书长', '官方', '协会', '学会', '客服', '系统'],
  ...['心桥', '官网', '官微', '理事会', '工作人员', '值班', '审核员', '运营', '热线', '12356'],
]
/** Reserved Latin words. They match whole words only: a badminton player may use that word. */
export const reservedLatin: ReadonlySet<string> = new Set([
  ...['admin', 'admins', 'administrator', 'root', 'system', 'sysadmin', 'superuser', 'webmaster', 'moderator'],
  ...['official', 'staff', 'support', 'helpdesk', 'security', 'xinqiao', 'guanliyuan', 'guanfang'],
  ...['mishuchu', 'xiehui', 'kefu', 'xitong'],
])

/** Letters and digits of other scripts that look like Latin letters (Unicode TR 39, the common ones). */
export const latinLookAlikes: Record<string, string> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', ғ: 'f', һ: 'h', н: 'h', і: 'i', ї: 'i', ј: 'j', к: 'k', ӏ: 'l' },
  ...{ м: 'm', п: 'n', о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ѡ: 'w', х: 'x', у: 'y', ү: 'y' },
  ...{ α: 'a', β: 'b', ϲ: 'c', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't', υ: 'u' },
  ...{ ᴀ: 'a', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ғ: 'f', ᴊ: 'j', ᴋ: 'k', ᴍ: 'm', ᴏ: 'o', ᴘ: 'p', ᴛ: 't' },
  ...{ ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ɪ: 'i', ꓮ: 'a', ꓓ: 'd', ꓟ: 'm', ꓲ: 'i', ꓠ: 'n', '🅰': 'a', '🅾': 'o' },
  ...{ χ: 'x', γ: 'y', ω: 'w', ɑ: 'a', ɡ: 'g', ı: 'i', ɩ: 'i', ʟ: 'l', ɴ: 'n', ʀ: 'r', ʏ: 'y', ƽ: 's', ꜱ: 's' },
}
const digitLookAlikes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
}
/** Characters that look like those of the reserved words. */
const chineseLookAlikes: Record<string, string> = {
  ...{
    処: '处',
    値: '值',
    恊: '协',
    勰: '协',
    馆: '管',
    琯: '管',
    里: '理',
    糸: '系',
    エ: '工',
    '⺆': '',
    谘: '咨',
    镸: '长',
  },
  ...{ 倌: '官', 菅: '管', 筦: '管', 埋: '理', 贠: '员', 亊: '事' },
}

const replaceEach = (text: string, table: Record<string, string>) =>
  Array.from(text, (letter) => table[letter] ?? letter).join('')

/** Spellings of the digits of the hotline 12356. */
const hotlineDigits: Record<string, string> = {
  ...{
    l: '1',
    i: '1',
    一: '1',
    壹: '1',
    二: '2',
    贰: '2',
    三: '3',
    叁: '3',
    五: '5',
    伍: '5',
    六: '6',
    陆: '6',
    з: '3',
  },
  ...{ 幺: '1', z: '2', s: '5', b: '6', ' ': '', '-': '', '.': '', _: '' },
}

/** NFKC: full width and other compatible spellings become one, for storage and comparison. */
export const normalizeName = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')

/** Removes accents, so that `ádmin` is refused like the reserved name `admin`. */
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** The name in lower-case letters without accents and look-alikes. */
const toPlain = (name: string) => replaceEach(withoutMarks(normalizeName(name).toLowerCase()), latinLookAlikes)

const toPlainChinese = (plain: string) => replaceEach(toSimplified(plain), chineseLookAlikes)
const toChinese = (plain: string) => toPlainChinese(plain).replaceAll(/[^\p{Script=Han}\d]/gu, '')

/** Names that the site writes in place of a hidden one. */
function looksAnonymous(name: string): boolean {
  const plain = toPlain(name)
  return /匿名(?:用户|者)/.test(toChinese(plain)) || listLatinWords(plain).includes('anonymous')
}

function isReserved(name: string): boolean {
  const plain = toPlain(name)
  const chinese = toChinese(plain)
  if (reservedChinese.some((word) => chinese.includes(word))) return true
  if (replaceEach(plain, hotlineDigits).includes('12356')) return true
  return listLatinWords(plain).some((word) => word.includes('xinqiao') || reservedLatin.has(word))
}

/** Latin words of a lower-case name, and all of them joined, in the spellings that readers take for the same. */
function listLatinWords(plain: string): string[] {
  const spellings = [
    plain,
    replaceEach(plain, digitLookAlikes),
    replaceEach(plain, { ...digitLookAlikes, 1: 'l' }),
    plain.replaceAll('l', 'i'),
    plain.replaceAll('rn', 'm'),
  ]
  return spellings.flatMap((spelling) => {
    const words = spelling.split(/[^a-z]+/)
    return [...words, words.join('')]
  })
}

/** Matches digits of any script without their separators: `138-0000-0106` is a phone number, too. */
export function looksLikePhone(name: string): boolean {
  const digits = normalizeName(name).replaceAll(/[\s\p{P}\p{S}\p{M}]/gu, '')
  return /^(?:0{0,2}86)?1\p{Nd}{10}$/u.test(digits) || /^\p{Nd}{11,}$/u.test(digits)
}

/** Latin with Chinese is common, but Latin letters among Cyrillic or Greek ones deceive. */
const hasMixedScripts = (name: string) =>
  /\p{Script=Latin}/u.test(name) &&
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u.test(name)

/** Names of roles in a group or a lecture, and of professions. */
const leaderNames =
  /带领|组长|群主|咨询师|治疗师|医生|医师|护士|老师|教授|专家|督导|主持|主讲|主播|讲者|讲师|演讲|嘉宾|助教|房管|场控/

/**
 * Names of these roles in pinyin and English. They match whole words only; without 医师 and 带领, whose pinyin is a
 * common given name.
 */
const leaderWords = new Set([
  ...['zuzhang', 'xiaozuzhang', 'fuzuzhang', 'qunzhu', 'fuqunzhu', 'zixunshi', 'zhiliaoshi', 'dudao'],
  ...['laoshi', 'yisheng', 'dailingren', 'dailingzhe', 'zhuchi', 'zhuchiren', 'jiabin', 'zhuanjia'],
  ...['host', 'cohost', 'speaker', 'lecturer', 'presenter'],
])
const looksLikeLeader = (name: string) =>
  leaderNames.test(foldName(name)) || listLatinWords(toPlain(name)).some((word) => leaderWords.has(word))

/** Chinese digits, and letters that look like digits beside one. */
const writtenDigits: Record<string, string> = {
  ...{ 〇: '0', 零: '0', 洞: '0', 一: '1', 壹: '1', 幺: '1', 二: '2', 贰: '2', 九: '9', 玖: '9' },
  ...{ o: '0', l: '1', i: '1', z: '2' },
}
const digitRun = /[\d〇零洞一壹幺二贰九玖]+/g
const digitRunWithLetters = /[oliz]*[\d〇零洞一壹幺二贰九玖][\d〇零洞一壹幺二贰九玖oliz]*/g
const emergencyWords = /急救|急诊|救护|报警|警察|民警|公安局|派出所|消防/

/** Names of emergency services, or their numbers: 110, 119, 120 and 122. */
function looksLikeEmergency(name: string): boolean {
  const compact = toCompact(name)
  const runs = [digitRun, digitRunWithLetters].flatMap((pattern) => compact.match(pattern) ?? [])
  const isNumber = (run: string) => /^1(?:10|19|20|22)$/.test(replaceEach(run, writtenDigits))
  return emergencyWords.test(compact) || runs.some(isNumber)
}

/** Letters and digits of a name in simplified characters, without the signs between them. */
const toCompact = (name: string) => toPlainChinese(toPlain(name)).replaceAll(/[^\p{L}\p{N}]/gu, '')

const contactParts = [
  // a service with an account name or a number
  String.raw`(?:微信|[威薇徽]信|扣扣|企鹅)号?\D?[a-z0-9]{4,}`,
  String.raw`(?:(?<![a-z])(?:vx|wx|wechat|weixin|qq)|(?<![a-z])v信)号?(?=[a-z]*\d)[a-z0-9]{5,}`,
  // an invitation to write elsewhere
  String.raw`加.{0,2}(?:微信|[威薇徽]信|扣扣|好友|v(?![a-z])|vx|wx|qq)`,
  String.raw`(?<!\d)1[3-9]\d{9}(?!\d)`,
]
const contact = new RegExp(contactParts.join('|'))

/** Screens name the reader and the other side so: `我：早上好`. */
const pronouns = new Set(['我', '你', '您', '妳', '本人', '我自己'])
/** CJK radicals and strokes, which look like characters. NFKC has replaced those that have an equivalent. */
const radical = /[\u2E80-\u2FDF\u31C0-\u31EF]/u

/** Names that readers take for the same have the same folded form. */
export function foldName(name: string): string {
  const plain = toPlain(name)
  const letters = toPlainChinese(plain).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const folded = replaceEach(letters, digitLookAlikes).replaceAll('l', 'i')
  // a name of emoji has no letters
  return folded === '' ? plain : folded
}

type NameRules = {
  /** True for an account name, which is typed to sign in, and so has only letters and ASCII digits. */
  isUsername?: boolean
  /** True for an alias in a group. */
  isAlias?: boolean
  /**
   * Role of the owner: staff represent the association and may use its names. Null for accounts of other apps, which
   * the users of the association never meet.
   */
  roleId: number | null
}

/** @returns the message for the person who chose this name; null when the name may be used */
export function findNameProblem(
  name: string,
  { isUsername = false, isAlias = false, roleId }: NameRules,
): string | null {
  const normal = normalizeName(name)
  if (invisible.test(name.replaceAll(visibleUses, '')) || stackedMarks.test(normal) || !/[^\s\p{M}]/u.test(normal))
    return '名称中有看不见或改变方向的字符，请删去后重试'
  if (looksLikePhone(normal)) return '名称不能是手机号或一串数字，请换一个'
  if (isUsername && (hasMixedScripts(normal) || /[^\P{N}0-9]/u.test(normal)))
    return '账号中混用了容易混淆的文字或数字，请换一个'
  if (isAlias && looksLikeLeader(normal)) return '称呼不能像带领者或专业人员（如主持人、组长、老师、咨询师），请换一个'
  if (roleId === null) return null
  if (isAlias && looksLikeEmergency(normal)) return '称呼不能像急救或报警服务（如120、110），请换一个'
  if (isAlias && contact.test(toCompact(normal))) return '称呼里请不要写联系方式，请换一个'
  const isStaff = staff.includes(roleNameOf(roleId))
  if (!isStaff && looksAnonymous(normal)) return '名称不能是“匿名用户”“匿名者”这样的写法，请换一个'
  if (!isStaff && isReserved(normal))
    return '名称中有容易被误认为协会工作人员的词语（如管理员、官方、协会、客服），请换一个'
  if (pronouns.has(foldName(normal))) return '名称不能是“我”“您”这样的称呼，请换一个'
  if (radical.test(normal)) return '名称中有偏旁部首，请改用完整的字'
  return null
}
