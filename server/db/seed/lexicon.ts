// First word list of the chat. Staff edit it in the console (docs/guides/chat-teams.md).
import { antispamTypes, type LexiconWord } from '@xinqiao/contract/im/misc.ts'

/** Offers, which no one needs for telling of a problem. Clients may write 赌博 or 吸毒. */
const refusedWords = [
  ...['裸聊', '援交', '招嫖', '迷奸药', '听话水', '博彩平台', '真人百家乐', '六合彩', '时时彩', '代下注'],
  ...['刷单', '信用卡套现', '代办贷款', '办假证', '代开发票', '稳赚不赔', '高薪日结'],
  ...['代开药', '代购处方药', '出售冰毒', '卖冰毒', '出售大麻', '上头电子烟'],
]
/** Words that clients may quote, so that a message with them is sent. Names with them are refused. */
const maskedWords = ['加微信', '约炮', '一夜情', '傻逼', '操你妈', '草泥马', '婊子', '王八蛋', '狗杂种']

export const lexicon: readonly LexiconWord[] = [
  ...refusedWords.map((word) => ({ word, action: antispamTypes.refused })),
  ...maskedWords.map((word) => ({ word, action: antispamTypes.masked })),
  { word: '包治', action: antispamTypes.judged },
]
