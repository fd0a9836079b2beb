// Names that roster groups show: a typed name must not look like the association, nor like another person's.
import { findNameProblem, latinLookAlikes } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Db } from '../../kit/db/db.ts'
import type { SqlPart } from '../../kit/db/lists.ts'

/** The name, or its first character for one that users may not choose. */
export const nameInGroup = (name: string): string =>
  findNameProblem(name, { roleId: roles.user }) === null ? name : `${Array.from(name)[0] ?? ''}**`

/** Common family names in traditional characters, each before its simplified form. */
const familyNames =
  '張张陳陈劉刘趙赵黃黄吳吴孫孙馬马楊杨鄭郑馮冯韓韩許许鄧邓葉叶蘇苏盧卢蔣蒋賈贾鐘钟鍾钟譚谭鄒邹陸陆蕭萧龍龙萬万錢钱湯汤賴赖龔龚顧顾嚴严謝谢羅罗賀贺遲迟閻阎魯鲁齊齐滿满莊庄'
const lookAlikes: [letter: string, plain: string][] = [
  ...Object.entries(latinLookAlikes),
  ...Array.from(familyNames.matchAll(/(.)(.)/g), ([, letter, plain]): [string, string] => [letter!, plain!]),
]
const [letters, plainLetters] = [
  lookAlikes.map(([letter]) => letter).join(''),
  lookAlikes.map(([, plain]) => plain).join(''),
]

/** SQL form of a name that is equal for names that readers take for the same: without accents, digits and signs. */
export const foldedNameSql = (db: Db, name: SqlPart): SqlPart => db`
  translate(regexp_replace(lower(normalize(normalize(${name}, NFKC), NFD)),
    '[\u0300-\u036f[:space:][:punct:]0-9·•．‧・。]', '', 'g'), ${letters}, ${plainLetters})`
