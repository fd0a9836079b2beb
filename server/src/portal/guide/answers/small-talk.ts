// Fixed replies to thanks, farewells and talk about other things, for which a search would find only accidents.
import { toLetters } from '../words/terms.ts'

const thanks = /谢|辛苦|麻烦/u
const farewells = /再见|拜拜|回头见|晚安|bye/u
const courtesy =
  /^(?:好的?|好[呀啊吧哦嘞]|行|嗯+|哦+|ok|知道了|明白了|懂了|收到|了解了?|谢谢?(?:你|您|啦|了|哈|大家)?|多谢(?:你|您|了|啦)?|感谢(?:你|您)?|辛苦(?:你|您)?了|麻烦(?:你|您)了|没事了|没?别的事了|不用了|再见|拜拜|回头见|晚安|bye)+$/u
const otherMatters =
  /天气(?:真?不错|怎么样|怎样|咋样|如何|好不好|好吗|预报)|^[今明后]天(?:会不会)?下雨|[讲说]个?笑话|^(?:你|您)?(?:今天)?(?:吃饭|吃)了(?:吗|没|没有)$|^(?:现在)?几点了|^今天是?(?:星期|礼拜|周)几|唱[首个]?歌|写[首]?诗|^(?:你|您)(?:几岁|多大|喜欢)/u
const greetings = /^(?:你好|您好|在吗|在不在|早上好|上午好|下午好|晚上好|早|hi|hello|嗨|哈喽)+$/u
const maxLength = 16

export const isGreeting = (question: string): boolean => greetings.test(toLetters(question))

const ways = '想和人说话，请找咨询师；急需有人帮助时，请拨打心理援助热线 12356。'

/** @returns null for a question that is searched */
export function replyToSmallTalk(question: string): string | null {
  const letters = toLetters(question)
  if (letters.length > maxLength) return null
  if (courtesy.test(letters)) {
    const opening = thanks.test(letters) ? '不客气。' : farewells.test(letters) ? '再见。' : '好的。'
    return `${opening}想在本站找什么，随时可以再问我。${ways}`
  }
  if (!otherMatters.test(letters)) return null
  return `我是机器，只查找本站的内容，回答不了这个问题。想找本站的文章、会议、讲座或咨询师，可以问我。${ways}`
}
