// Everyday farewells. Words such as 先走 and 再见 are also used by people who intend to die.

/** Farewells are short; the model scores all longer texts. */
const maxFarewellLength = 40

const day = '(?:今天|今晚|今晨|明天|明晚|后天|早上|上午|中午|下午|晚上|这周|本周|下周|周[一二三四五六日末]|这次|下次)'
const person = '(?:我|我们|咱们|你们?|他|她|他们|她们|老师|同事|大家|领导|咨询师|快递|师傅)'
const reason =
  '(?:有事|家里有事|有急事|临时有事|太远了?|太贵了?|太晚了?|太冷了?|时间到了?|车来了|要开会|要加班|要上课|有人来了|(?:老板|领导|同事|室友|孩子|客人|外卖|快递)(?:来|到|醒|回来|进来)了)'
const opening = `(?:${person}|${day}|${reason}|那|就|得|要|临时|突然|都|也|又|说|说好|一起吃饭)`
const leavingPattern = `${opening}{0,5}(?:走了|先走|先走了|先走一步|先走一步了|先挂了?|不来了|来不了了?|去不了了?|不去了)[啊哈吧啦哦呀哟]?`
/** Clauses that show that a farewell is harmless: an appointment, an excuse, people who stay. */
const smallTalkPhrases = [
  `${person}{0,2}${day}?(?:慢慢|先|继续|好好)?(?:聊|吃|玩|忙|逛)吧?`,
  '(?:明天|明晚|下周|回头|回)见',
  '拜拜',
  '(?:各位|大家)晚安',
  '谢谢老师',
  '改天(?:吧|见|再约|再聊|再来)?',
  '下(?:次|周)再(?:约|聊|来|见)',
  '(?:明天|一会儿?|等下|晚上)?还要(?:上班|上课|开会)',
  `${opening}{0,3}(?:请假|加班|开会|下雨|堵车)了?`,
  '孩子(?:放学|发烧|感冒|生病)了?',
  `${person}?等了[一二两三四五六七八九十几半\\d]{1,3}(?:个?小时|分钟)`,
  '就剩我加班',
  '地铁快没了',
]
const smallTalk = `(?:${smallTalkPhrases.join('|')})`
/** Clauses about leaving or missing a place or event. A farewell of only such clauses is harmless. */
const plainLeaving = new RegExp(
  `^(?=.*(?:走了|先走|先挂|不来|来不了|去不了|不去))(?:(?:${leavingPattern}|${smallTalk}|${day}?${reason}|${person})(?:,|$))+$`,
  'u',
)

const besideSmallTalk = new RegExp(`(?:^|,)${smallTalk}(?:,|$)`, 'u')
/** A text that is only a goodbye. */
const plainGoodbye = /^(?:那|好的?|老师|大家|谢谢|再见|拜拜|[啊啦哦呀吧,])+$/u
/** Phrases of leaving that may also mean dying. */
const walkAhead = /先走一步|(?<!先)走了/u
const followsSomeone = /[他她]们?[^,]{0,3}先走.*我[^,]{0,3}先走/u
/** A decision that only concerns work, study or home. */
const plainDecision = new RegExp(
  `^我?(?:已经|终于)?(?:决定|想好)了?,?(?:${day}|[这下]周[一二三四五六日])?(?:就|去|要)?(?:辞职|离职|考研|搬家|换工作|离婚|分手)了?$`,
  'u',
)
/** A farewell that only means going home. */
export const isEverydayFarewell = (text: string) =>
  plainGoodbye.test(text) ||
  plainDecision.test(text) ||
  (text.length <= maxFarewellLength &&
    plainLeaving.test(text) &&
    (!walkAhead.test(text) || besideSmallTalk.test(text)) &&
    !followsSomeone.test(text))
