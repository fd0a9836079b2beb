// Tests that names are found in every form of title, and that other words are not mistaken for names.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskName } from '../../../kit/text/masks.ts'
import { textsWithoutName, titlesWithName } from './names-in-title.cases.ts'
import { maskNamesOfTitle, findNamesInTitle } from './names-in-title.ts'

test('masks the name in the text, however the title is written', () => {
  fc.assert(
    fc.property(titlesWithName, textsWithoutName, textsWithoutName, ({ name, title }, before, after) => {
      const text = maskNamesOfTitle(`${before}，${name}。${after}${Array.from(name).join(' ')}`, title)
      expect(text.replaceAll(/\s/g, '')).not.toContain(name)
      expect(text).toContain(maskName(name))
    }),
    { numRuns: 2_000 },
  )
})

test('keeps posts, units and titles of works', () => {
  fc.assert(
    fc.property(titlesWithName, textsWithoutName, ({ name, title }, text) => {
      fc.pre(!text.includes(title.replaceAll(/\s/g, '')) && !text.includes(name))
      expect(maskNamesOfTitle(text, title)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

const text = '李书涵说，主任医师们都来了'

test.each([
  ...['李书涵主任', '李书涵副主任医师', '《守护者》（李书涵）', '市第一医院心理科李书涵主任', '「李书涵」教授'],
  ...['关于推荐李书涵同志的材料', '李书涵同志先进事迹', '申报人：李书涵', '被推荐人：李书涵！', '候选人李书涵'],
  ...['县医院心理科主任李书涵', '主任医师李书涵', '县医院护士长李书涵', '心理咨询师李书涵', '优秀教师李书涵'],
  ...['最美心理医生李书涵', '申报人李书涵', '关于推荐李书涵同志为先进个人的材料', '李书涵同志。', '‘李书涵’'],
  ...['李书涵先进个人申报表', '李书涵同志个人先进事迹材料', '李书涵个人事迹', '先进个人（一）李书涵', '"李书涵"'],
  '李书涵_县医院',
])('masks the name of the title %s', (title) => {
  expect(maskNamesOfTitle(text, title)).toBe('李*涵说，主任医师们都来了')
})

test('masks nothing for a title without a name', () => {
  expect(maskNamesOfTitle(text, '心理科护理组')).toBe(text)
})

test('masks the words of a title that has nothing else', () => {
  expect(maskNamesOfTitle(text, '主任医师')).toBe('李书涵说，主**师们都来了')
})

test('masks an alias too, and no place beside a name', () => {
  expect(maskNamesOfTitle('李书涵、王芳与安徽', '李书涵（曾用名：王芳）')).toBe('李*涵、王*与安徽')
  expect(maskNamesOfTitle('李书涵在安徽', '李书涵（安徽）')).toBe('李*涵在安徽')
  expect(maskNamesOfTitle('阿依古丽与老师们', '阿依古丽老师')).toBe('阿**丽与老师们')
  expect(maskNamesOfTitle('阿依古丽·买买提与教授们', '「阿依古丽·买买提」教授')).toBe('阿***提与教授们')
  // a name that contains a word
  for (const title of ['王大学老师', '王大学（县医院）', '王大学同志'])
    expect(maskNamesOfTitle('王大学与大学老师', title)).toBe('王*学与大学老师')
  expect(maskNamesOfTitle('康复生与康复科', '康复生老师')).toBe('康*生与康复科')
  // a name that is a word as well
  for (const title of ['高原主任', '高原（县医院）', '守护者（高原）', '县医院 高原'])
    expect(maskNamesOfTitle('高原与教授们', title)).toBe('高*与教授们')
  expect(maskNamesOfTitle('李书涵与《方圆》', '《方圆》（李书涵）')).toBe('李*涵与《方圆》')
  // a surname alone does not identify a person
  expect(maskNamesOfTitle('欧阳修与院长', '欧阳院长')).toBe('欧阳修与院长')
})

test('yields a limited number of patterns for a title of posts and units only', () => {
  for (const titleOf of ['主任医师', '社工会员', '护师会长的的副']) {
    const title = titleOf.repeat(50)
    expect(findNamesInTitle(title).length).toBeLessThanOrEqual(title.length * 2)
    expect(maskNamesOfTitle(titleOf, title)).toBe(titleOf)
  }
})

test('masks a name in a text without the additions of the title', () => {
  expect(maskNamesOfTitle('司马知夏每周义诊，司 马\u3000知夏说好', '司马知夏先生')).toBe('司**夏每周义诊，司**夏说好')
  for (const title of [
    '李书涵（县医院）',
    '（县医院）李书涵',
    '李书涵(县医院',
    '李书涵老师（县医院（东区））',
    '李 书涵 医生',
  ])
    expect(maskNamesOfTitle('李书涵扎根基层，同事都说“李书 涵好”', title)).toBe('李*涵扎根基层，同事都说“李*涵好”')
  expect(maskNamesOfTitle('王禾义诊', '王\u3000禾同志')).toBe('王*义诊')
  expect(maskNamesOfTitle('李书涵老师来了', '李书涵老师')).toBe('李***师来了')
  // a single character is not masked as a name
  expect(maskNamesOfTitle('王老师与王禾', '王老师')).toBe('王*师与王禾')
  expect(maskNamesOfTitle('无人', '（）')).toBe('无人')
})
