// Tests of names that hide characters, look like phone numbers, or pose as the association.
import { describe, expect, test } from 'vitest'
import { findNameProblem, foldName, normalizeName } from './names.ts'
import { roles } from './roles.ts'

const user = { roleId: roles.user }

describe('names of users', () => {
  test.each([
    ...[
      '管理员',
      '系统管理员',
      '管 理 员',
      '管.理-员',
      '管理員',
      '菅理员',
      '秘书处',
      '协会秘书处',
      '協會',
      '官方客服',
      '官⽅',
    ],
    ...['客服小王', '系统', '心桥官网', '心桥', '工作人员01', '省心理卫生协会'],
    ...['admin', 'Admin', 'аdmin', 'ａdmin', 'αdmin', 'ádmin', '4dm1n', 'adm1n', 'a.d.m.i.n', 'admin_01', 'the-admin'],
    ...[
      '管⺆理员',
      '馆理員',
      '管里员',
      '恊会',
      '糸统',
      'エ作人员',
      '官网',
      'ᴀᴅᴍɪɴ',
      'adᴍin',
      '🅰dmin',
      'ꓮdmin',
      'adm!n',
      'admln',
    ],
    ...['adrnin', '一二三五六', 'l2356', '12З56', '1-2-3-5-6'],
    ...['system', 'ѕуѕtem', 'root', 'XinQiao', 'x1nqiao', 'xinqiao2026', 'аdmіn', '𝐚𝐝𝐦𝐢𝐧', 'kefu', 'Official'],
  ])('%s is reserved', (name) => {
    expect(findNameProblem(name, user)).toContain('容易被误认为协会工作人员')
  })

  test.each(['匿名者', '匿名用户', '匿 名 用 戶', 'Anonymous'])('refuses %s with a reason of its own', (name) => {
    expect(findNameProblem(name, user)).toBe('名称不能是“匿名用户”“匿名者”这样的写法，请换一个')
    expect(findNameProblem('匿名', user)).toBe(null)
  })

  test.each([
    'a\u202Enimda',
    '林\u200B静',
    '静\u2066安',
    '\u00ADadmin2',
    '空\u3164白',
    '林\u0007静',
    '王\uFEFF',
    '甲\u2028乙',
    '林\u034F静',
    '林\uFE0F静',
    '林\u{E0101}静',
    '\u0300',
    '\u20DD',
  ])('refuses hidden characters: %j', (name) => {
    expect(findNameProblem(name, user)).toContain('看不见或改变方向')
  })

  test.each([
    ...['👨\u200D👩\u200D👧', '🏳\uFE0F\u200D🌈李', '👩\u200D⚕\uFE0F小李', '👋🏽你好', '❤\uFE0F', '1\uFE0F\u20E3', '🇨🇳'],
    ...['🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}', 'می\u200Cخواهم', 'क्\u200Dष', 'ᠮᠣᠩᠭᠣᠯ\u180E'],
  ])('accepts characters that others join: %j', (name) => {
    expect(findNameProblem(name, user)).toBe(null)
  })

  test.each([
    ...[
      '李\u200D明',
      '👨\u200D',
      '\u200D👨',
      '👨\u200D\u200D👩',
      '李\u200D👨',
      '🏴\u{E0067}',
      'a\u180Eb',
      '🇨🇳\u{E007F}',
    ],
  ])('refuses joiners with nothing to join: %j', (name) => {
    expect(findNameProblem(name, user)).toContain('看不见或改变方向')
  })

  test.each([
    ...['13800000106', '１３８００００００１０６', '138-0000-0106', '+8613800000106', '138.0000.0106', '١٣٨٠٠٠٠٠١٠٦'],
    ...['12345678901', '138,0000,0106', '138•0000•0106', '138—0000—0106', '138@0000#0106'],
  ])('%s looks like a phone number', (name) => {
    expect(findNameProblem(name, { ...user, isUsername: true })).toContain('不能是手机号')
  })

  test.each(['раураl-x', 'Bοb', 'user①'.replace('①', '٣')])(
    'refuses %s as an account name, because it mixes scripts',
    (name) => {
      expect(findNameProblem(name, { ...user, isUsername: true })).toContain('容易混淆')
    },
  )

  test.each([
    ...['林静安', 'badminton', '心理爱好者', 'member1', 'doctor12', '访客728699455', '阿依古丽·买买提', '小雨2024'],
    ...[
      'Zoë',
      'Иван',
      'Ελένη',
      'systematic',
      '梁小满',
      'O’Neil',
      '考研人',
      '李四😊',
      '❤️小雨',
      '馆长的猫',
      '会里',
      'a13800000106b',
    ],
  ])('%s may be used', (name) => {
    expect(findNameProblem(name, user)).toBe(null)
  })

  test.each(['我', '你', '您', '妳', ' 我。', '本人', '我自己'])('%s is a word for the reader', (name) => {
    expect(findNameProblem(name, user)).toContain('“我”“您”')
  })

  test.each(['阿⺼', '小⻓', '⻓'])('refuses the radical in %s', (name) => {
    expect(findNameProblem(name, user)).toContain('部首')
  })

  test('lets accounts of other apps use all names but telephone numbers', () => {
    expect(findNameProblem('某市协会客服', { roleId: null })).toBe(null)
    expect(findNameProblem('138-0000-0106', { roleId: null })).toContain('手机号')
  })

  test('lets staff use the names of the association, and no one a phone number', () => {
    expect(findNameProblem('秘书处管理员', { roleId: roles.administrator })).toBe(null)
    expect(findNameProblem('admin', { roleId: roles.administrator, isUsername: true })).toBe(null)
    expect(findNameProblem('13800000106', { roleId: roles.administrator, isUsername: true })).not.toBe(null)
  })

  test('normalises compatible spellings', () => {
    expect(normalizeName(' ａdmin　２ ')).toBe('admin 2')
  })
})

describe('aliases in groups', () => {
  const alias = { ...user, isAlias: true }

  test.each([
    ...['组长', '组⻓', '组長', '組 長', '群主', '羣主', '副群主', '谘询师', '王老师', '组·长'],
    ...['zuzhang', 'zǔzhǎng', 'ZuZhang', 'zu zhang', 'zuzhang2', 'qunzhu', 'qúnzhǔ', 'xiaozuzhang', 'fuqunzhu'],
    ...['zixunshi', 'zhiliaoshi', 'laoshi', 'yisheng', 'dudao', 'zuzh4ng', 'ｚｕｚｈａｎｇ'],
    ...['主持人', '主持人小李', '主 持 人', '主·持·人', '主講人', '讲者', '講者', '嘉賓', '讲师', '王教授', '心理专家'],
    ...['zhuchiren', 'ZhǔChíRén', 'Host', 'hоst', 'ｈｏｓｔ', 'h0st', 'the-speaker'],
  ])('%s looks like a leader', (name) => {
    expect(findNameProblem(name, alias)).toMatch(/不能像带领者或专业人员|偏旁部首/)
  })

  test('lets staff name a moderator by the role', () => {
    expect(findNameProblem('主持人小李', { roleId: roles.counsellor })).toBe(null)
  })

  test.each([
    ...['120', '120急救', '小雨120', '１２０', '①②⓪', '1-2-0', '一二〇', '幺幺零', 'l20', '12o', 'Ⅰ10', '110', '119'],
    ...['急救中心', '急 救', '報警', '报警中心', '警察叔叔', '消防队'],
  ])('%s looks like an emergency service', (name) => {
    expect(findNameProblem(name, alias)).toContain('急救或报警')
  })

  test.each([
    ...['微信abc123456', '微信：abc123', '威信abc123', 'vx:abc12345', 'ＶＸabc12345', 'v-x abc12345', 'QQ 123456789'],
    ...[
      'qq号12345678',
      'wechat_abc123',
      'WX1234567',
      '扣扣123456',
      '加微信',
      '加我微信',
      '加v',
      '加我qq',
      'a13800000106b',
    ],
    ...['微信13800000106', '小雨138-0000-0106'],
  ])('%s contains contact data', (name) => {
    expect(findNameProblem(name, alias)).toContain('联系方式')
  })

  test('lets accounts of other apps use numbers and contact data in a room', () => {
    for (const name of ['120', '微信abc123456'])
      expect(findNameProblem(name, { roleId: null, isAlias: true })).toBe(null)
  })

  test.each([
    ...['小河', '阿云', '我是小雨', '我们仨', '你好', '忘我', '自在', '长风', '一组的猫', 'zhang', 'zuzu', 'Dai Ling'],
    ...['qunzhuang', 'laoshiren', '李思', '组装工', '群山', 'ghost', '住持', '宾至如归', 'Lio', 'helio'],
    ...['小雨2024', '1200米', '第1110天', '一二三', '加菲猫', 'wxyz', 'QQ糖', '微信', '加油', '访客728699455', 'Evie'],
  ])('%s may be used', (name) => {
    expect(findNameProblem(name, alias)).toBe(null)
  })
})

test.each([
  ['小滿', '小满'],
  ['林靜安', '林静安'],
  ['蕭蘭', '萧兰'],
  ['陽光燦爛', '阳光灿烂'],
])('folds %s as %s', (name, simple) => expect(foldName(name)).toBe(foldName(simple)))
