// Text as the patterns expect it: one width, one case, simplified signs, clauses apart.

// only signs that stand in the patterns or steer them
const traditional =
  '殺杀輕轻盡尽縊缢尋寻見见殘残傷伤沒没還还麼么過过樓楼藥药開开後后這这個个們们離离斷断會会來来說说讓让媽妈難难無无結结為为從从給给願愿懷怀頂顶臺台檯台臥卧軌轨橋桥跡迹遺遗書书絕绝筆笔訣诀別别再再對对謝谢準准備备買买繩绳燒烧煤煤氣气農农總总歡欢親亲愛爱腦脑壞坏極极夠够膩腻煩烦義义價价負负擔担贅赘餘余勁劲盼盼長长覺觉裡里裏里點点樣样種种條条現现時时間间曾曾聽听講讲課课學学師师醫医報报導导讀读練练習习選选擇择釋释電电話话熱热線线預预幹干訓训諮咨詢询標标題题歷历'
const simplified = new Map<string, string>()
for (let i = 0; i + 1 < traditional.length; i += 2) simplified.set(traditional[i]!, traditional[i + 1]!)

export function normalise(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase()
  return Array.from(plain, (sign) => simplified.get(sign) ?? sign).join('')
}

export type Clause = { text: string; start: number }

const border = /[,，。.!！?？;；:：\n\r…~～、]+/gu

/** Clauses without the blanks inside them; `start` is where each begins in `text`. */
export function splitClauses(text: string): Clause[] {
  const clauses: Clause[] = []
  let start = 0
  for (const found of [...text.matchAll(border), null]) {
    const end = found ? found.index : text.length
    const piece = text.slice(start, end).replaceAll(/\s+/gu, '')
    if (piece) clauses.push({ text: piece, start })
    start = found ? end + found[0].length : end
  }
  return clauses
}

const quotes = /《[^》]{0,60}》|[“「『"][^”」』"]{0,80}[”」』"]|‘[^’]{0,80}’/gu

/** The same length, with what stands in quotation marks blanked out. */
export const blankQuotes = (text: string): string => text.replace(quotes, (part) => '〇'.repeat(part.length))
