// Amounts in the Chinese capital numerals that receipts require (《支付结算办法》附一): 壹佰贰拾叁元整, 壹仟零伍元零陆分.
const digits = '零壹贰叁肆伍陆柒捌玖'
const unitNames = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿']

/** Writes four digits. Zeros between other digits become one 零; zeros at the end are omitted. */
function groupToChinese(number: number): string {
  let amountText = ''
  let isZeroOpen = false
  for (let power = 3; power >= 0; power--) {
    const digit = Math.floor(number / 10 ** power) % 10
    if (digit === 0) isZeroOpen = amountText !== ''
    else {
      amountText += `${isZeroOpen ? '零' : ''}${digits[digit]}${unitNames[power]}`
      isZeroOpen = false
    }
  }
  return amountText
}

function wholeToChinese(number: number): string {
  let numeral = ''
  for (let at = groups.length - 1; at >= 0; at--) {
    const part = Math.floor(number / 10_000 ** at) % 10_000
    if (part === 0) continue
    // writes a 零 if this group begins with zeros, or the group above it is empty
    const isGap = numeral !== '' && (part < 1000 || !numeral.endsWith(groups[at + 1]!))
    numeral += `${isGap ? '零' : ''}${groupToChinese(part)}${groups[at]}`
  }
  return numeral
}

/** @param cents a whole number, at least 0, less than a trillion yuan */
export function toChineseAmount(cents: number): string {
  const yuan = Math.floor(cents / 100)
  const jiao = Math.floor(cents / 10) % 10
  const fen = cents % 10
  if (cents === 0) return '零元整'
  const head = yuan > 0 ? `${wholeToChinese(yuan)}元` : ''
  if (jiao === 0 && fen === 0) return `${head}整`
  if (fen === 0) return `${head}${digits[jiao]}角整`
  if (jiao === 0) return `${head}${yuan > 0 ? '零' : ''}${digits[fen]}分`
  return `${head}${digits[jiao]}角${digits[fen]}分`
}
