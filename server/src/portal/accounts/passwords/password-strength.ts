// Password strength: an estimate by zxcvbn with pinyin, and the message that explains a refusal.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import { networkOfAddress } from '../../../kit/network/network-address.ts'
import type { Ctx } from '../../../kit/ctx.ts'
import { recordHit } from '../../../kit/auth/throttle.ts'

/** Required guesses as a power of ten; eight random letters and digits are just above it. */
const minGuessesLog10 = 7.5
/** The time of an estimate grows with the cube of the length, and further characters only strengthen a password. */
const maxEstimatedLength = 32
/** Maximum number of estimates per network, because each blocks the event loop for about 10 ms. */
const maxEstimatesAMinute = 120

export type PasswordOwner = { username: string; nickname?: string; phone?: string }

type PasswordEstimator = (password: string, ownWords: string[]) => { guessesLog10: number; patterns: string[] }
let estimatorLoading: Promise<PasswordEstimator> | undefined

/** Loads the estimator when it is needed, because its dictionaries take about 0.2 s and some memory. */
async function loadEstimator(): Promise<PasswordEstimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }, { chineseNames, chinesePasswords }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('./chinese-passwords.ts'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: { ...dictionary, chinesePasswords, chineseNames },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 100,
  })
  return (password, ownWords) => {
    const { guessesLog10, sequence } = factory.check(password.slice(0, maxEstimatedLength), ownWords)
    return {
      guessesLog10,
      patterns: sequence.map((match) => ('dictionaryName' in match ? `${match.dictionaryName}` : match.pattern)),
    }
  }
}

const weaknessReasons: readonly [pattern: string, reason: string][] = [
  ['passwords-common', '很多人都用过这个密码或其中的一部分'],
  ['chinesePasswords', '其中有常见的词语拼音或数字'],
  ['chineseNames', '其中有常见的姓名拼音'],
  ['userInputs', '其中有您的账号或网站的名称'],
  ['repeat', '其中有重复的字符'],
  ['sequence', '其中有连续的字母或数字'],
  ['spatial', '其中有键盘上相邻的按键'],
  ['date', '其中有日期'],
  ['regex', '其中有年份'],
  ['diceware-common', '其中只有很少的常见单词'],
]

const passwordAdviceMessage = '可以用几个互不相关的词连起来'

const reverseText = (text: string) => Array.from(text).toReversed().join('')
const keepLetters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const chineseDigits = '零一二三四五六七八九'
const formalDigits = '〇壹贰叁肆伍陆柒捌玖'
const idCardPattern = /^\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{2,3}[\dx]?$/
/** A password that is the phone number with at most this many further characters is refused. */
const maxExtraCharacters = 3

/** Obvious faults that have their own messages. */
function findObviousProblem(password: string, { username, nickname = '', phone = '' }: PasswordOwner): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  const digits = plain.replaceAll(/\D/g, '')
  if (plain.trim() === '') return '密码不能只有空格'
  if (new Set(plain).size <= 2) return '密码不能只是重复的字符'
  const ownDigits = phone.slice(-8)
  if (phone !== '' && [digits, reverseText(digits)].some((text) => text.includes(ownDigits)))
    return '密码不能包含您的手机号'
  if (phonePattern.test(digits) && plain.length <= digits.length + maxExtraCharacters) return '密码不能是手机号'
  if (idCardPattern.test(plain)) return '密码不能是身份证号码'
  const names = [username, nickname].map((name) => name.toLowerCase()).filter((name) => Array.from(name).length >= 3)
  const bare = keepLetters(plain)
  if (names.some((name) => [plain, reverseText(plain), bare, reverseText(bare)].some((text) => text.includes(name))))
    return '密码不能包含您的账号或姓名'
  return null
}

/** The password and simpler variants that guessers try: one character removed, or Chinese digits replaced. */
function listPasswordVariants(password: string): string[] {
  const plain = password.normalize('NFKC')
  const digits = Array.from(plain, (character) => {
    const digit = Math.max(chineseDigits.indexOf(character), formalDigits.indexOf(character))
    return digit < 0 ? character : `${digit}`
  }).join('')
  const bare = keepLetters(digits)
  // guessers do not try separators between Chinese words
  const isBareTried = /^[ -~]*$/.test(digits) && digits.length - bare.length === 1
  return [...new Set([password, digits, ...(isBareTried ? [bare] : [])])]
}

/** @returns the message that explains the fault, or null */
export async function findPasswordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const obvious = findObviousProblem(password, owner)
  if (obvious) return `${obvious}，请换一个`
  const estimate = await (estimatorLoading ??= loadEstimator())
  const ownWords = [owner.username, owner.nickname ?? '', 'xinqiao', '心桥'].filter(Boolean)
  const weak = listPasswordVariants(password)
    .map((spelling) => estimate(spelling, ownWords))
    .find(({ guessesLog10 }) => guessesLog10 < minGuessesLog10)
  if (!weak) return null
  const { patterns } = weak
  const reason = weaknessReasons.find(([pattern]) => patterns.includes(pattern))?.[1] ?? '它太短或太有规律'
  return `密码太容易被猜到：${reason}。${passwordAdviceMessage}`
}

/**
 * Refuses a weak password, with an error at the form field `field`.
 * @throws Failure invalid, tooManyRequests
 */
export async function checkPasswordChoice(
  ctx: Pick<Ctx, 'kit' | 'ip'>,
  { password, owner, field }: { password: string; owner: PasswordOwner; field: string },
): Promise<void> {
  const checks = await recordHit(ctx.kit.sql, `password-choice:${networkOfAddress(ctx.ip)}`, 60)
  if (checks > maxEstimatesAMinute) throw fail('tooManyRequests')
  const problem = await findPasswordProblem(password, owner)
  if (problem) throw failField(field, problem)
}
