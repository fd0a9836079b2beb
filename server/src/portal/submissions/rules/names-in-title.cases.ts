// Generated titles and texts of names-in-title.test.ts: a person's name with posts, units, works and brackets.
import fc from 'fast-check'

const names = fc
  .tuple(
    fc.constantFrom('李', '王', '金', '文', '方', '高', '白', '欧阳', '司马'),
    fc.constantFrom('书涵', '芳', '文明', '登科', '向阳', '知夏', '正', '建国'),
  )
  .map((parts) => parts.join(''))
  // these are also ordinary words
  .filter((name) => !['文向阳', '方向阳', '文明', '方正'].includes(name))

const oneOf = (words: string) => fc.constantFrom(...words.split(' '))
const posts = oneOf(
  '同志 主任 副主任 主任医师 副主任医师 教授 副教授 医师 医生 老师 院长 副院长 处长 书记 研究员 护士长 ' +
    '心理咨询师 国家二级心理咨询师 高级教师 校长 秘书长 总经理 博士 党委委员',
)
const units = oneOf('县医院 市第一医院 江苏省 安徽 心理科 省心理卫生协会 第二中学 康复科')
const works = oneOf('守护者 最美心理医生 白衣天使 优秀教师 心理老师 金牌教师 高级讲师 温暖同行')
const brackets = oneOf('（） () 《》 「」 『』 【】')
const encloseIn = (pair: string, text: string) => `${pair[0]}${text}${pair[1]}`

/** Titles of works about a person, in all usual forms, with the name that they contain. */
export const titlesWithName = fc
  .tuple(names, posts, units, works, brackets)
  .chain(([name, post, unit, work, pair]) =>
    fc
      .constantFrom(
        ...[name, `${name}${post}`, `${name} ${post}`, `${name}、${post}`, `${name}（${post}）`, `${post}（${name}）`],
        ...[
          `${name}${encloseIn(pair, unit)}`,
          `${name}${post}${encloseIn(pair, unit)}`,
          `${encloseIn(pair, unit)}${name}${post}`,
        ],
        ...[
          `${work}${encloseIn(pair, name)}`,
          `${encloseIn(pair, work)}${encloseIn(pair, name)}`,
          encloseIn(pair, name),
        ],
        ...[
          `${encloseIn(pair, name)}${post}`,
          `${work}${encloseIn(pair, `${name}${post}`)}`,
          `${unit} ${name} ${post}`,
        ],
        ...[`${encloseIn('《》', work)}（${name}）`, `${work}——${name}`, Array.from(name).join('\u3000')],
      )
      .map((title) => ({ name, title })),
  )

/** Texts without a name, of words that often stand beside one. */
export const textsWithoutName = fc
  .array(
    oneOf(
      '心理 医院 主任 教授 院长 老师 医师 安徽 江苏省 县医院 志愿者 高级 金牌 守护 天使 ' +
        '年度 的 ， 在 副 康复科 协会 书记 同志 “ ” （ ） 第二中学 温暖 向上 方法',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
