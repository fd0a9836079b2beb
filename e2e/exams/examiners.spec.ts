// Stories of examiners: a paper from an Excel file and a QTI item, an examination, its invigilation, and its
// statistics.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { beginExam } from './exam-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, locateField, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const qti = readFileSync(path.join(import.meta.dirname, '../../server/src/portal/exams/bank/fixtures/qti30-single.xml'))
const locateDialog = (page: Page) => page.getByRole('dialog')

async function importFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await locateButton(page, '选择文件并导入').click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('an examiner builds a paper from Excel and QTI, runs an examination and reads its statistics', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  await enterAs(page, 'examiner')
  await page.goto('/admin/exam-bank')
  await locateButton(page, '导入试题').click()
  const template = await page.request.get('/prod-api/admin/exam/template')
  await importFile(page, '题.xlsx', await template.body())
  await expect(locateDialog(page).getByText(/新增\d题，已有\d题，未能导入0题/)).toBeVisible()
  // an item without subject and difficulty gets those of the dialog
  await locateDialog(page).getByLabel('默认科目').fill('外来题')
  await locateDialog(page).getByLabel('默认难度').click()
  await page.getByTitle('难', { exact: true }).click()
  await importFile(page, 'item.xml', qti)
  await expect(locateDialog(page).getByText(/，未能导入0题/)).toBeVisible()
  await importFile(page, '题.txt', Buffer.from('1. 没有答案的题\nA. 甲\nB. 乙\n'))
  await expect(locateDialog(page).getByText('新增0题，已有0题，未能导入1题')).toBeVisible()
  await expect(locateDialog(page).getByRole('cell', { name: '没有写“答案：”' })).toBeVisible()
  await takePicture(page, '导入试题', { widths: [1280], isWhole: false })
  await locateDialog(page)
    .getByRole('button', { name: /Close|关闭/ })
    .click()
  const imported = page.getByRole('row', { name: /压力过大时/ })
  await expect(imported.getByRole('cell', { name: '外来题', exact: true })).toBeVisible()
  await expect(imported.getByRole('cell', { name: '难', exact: true })).toBeVisible()

  await page.goto('/admin/exam-papers/new')
  const paperName = `故事卷${Date.now() % 1_000_000}`
  await locateField(page, '试卷名称').fill(paperName)
  await locateButton(page, '从题库选题').click()
  for (const [key, title, matchCount] of [
    ['（示例）', /^选择：（示例）/, 3],
    ['压力过大时', /^选择：压力过大时/, 1],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one search after the other
    await locateDialog(page).getByLabel('搜索题干').fill(key)
    await locateDialog(page).getByLabel('搜索题干').press('Enter')
    // the list from before the search may contain some of the matches
    await expect(locateDialog(page).getByRole('checkbox', { name: /^选择：/ })).toHaveCount(matchCount)
    const boxes = locateDialog(page).getByRole('checkbox', { name: title })
    for (const box of await boxes.all()) await box.check()
    // oxlint-enable no-await-in-loop
  }
  await locateButton(page, '加入4题').click()
  await locateButton(page, '平均分配100分').click()
  await expect(page.getByRole('heading', { name: '试题（合计100分，应为100分）' })).toBeVisible()
  await locateButton(page, '保存').click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/exam-papers\/\d+$/)
  await locateButton(page, '定稿').click()
  await expect(page.getByText('已定稿，不再改变')).toBeVisible()

  const examinee = await open()
  const member = await createMember(examinee.request)
  await enterAs(examinee, member.username, member.password)
  await page.goto('/admin/exams/new')
  const name = `故事场次${Date.now() % 1_000_000}`
  await locateField(page, '考试名称').fill(name)
  await page.getByLabel('试卷', { exact: true }).fill(paperName)
  await page.getByTitle(`${paperName}（4题）`).click()
  const chinaTimeAfter = (minutes: number) =>
    new Date(Date.now() + (minutes + 480) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  for (const [label, minutes] of [
    ['开始时间', -1],
    ['结束时间', 60],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one field after the other
    await locateField(page, label).fill(chinaTimeAfter(minutes))
    await locateField(page, label).press('Enter')
    // oxlint-enable no-await-in-loop
  }
  // Enter accepts a date without submitting
  await expect(page).toHaveURL('/admin/exams/new')
  await page.getByLabel('交卷后', { exact: true }).check()
  await page.getByLabel('指定考生').fill(member.username)
  await page.getByTitle(new RegExp(member.username)).click()
  await page.keyboard.press('Escape')
  await locateButton(page, '保存').click()
  await expect(page).toHaveURL(/\/admin\/exams\/\d+$/)
  await locateButton(page, '发布').click()
  await locateDialog(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('考试已发布')).toBeVisible()

  const testId = Number(/\d+$/.exec(page.url())?.[0])
  await beginExam(examinee, { testId, paperId: 0, name })
  await examinee.getByRole('radio').first().check()
  await page.getByRole('tab', { name: '监考' }).click()
  const row = page.getByRole('row', { name: new RegExp(member.username) })
  await expect(row.getByText('作答中')).toBeVisible()
  await expect(page.getByText('实时更新')).toBeVisible()
  await expect(row.getByText('1/4')).toBeVisible()
  await locateButton(page, '全场延长').click()
  await locateDialog(page).getByLabel('原因').fill('机房重启')
  await locateDialog(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已为1名考生延长10分钟')).toBeVisible()
  await expect(examinee.getByRole('timer')).toHaveText(/^01:0\d:/)
  await page.getByRole('button', { name: /^结束：/ }).click()
  await locateDialog(page).getByLabel('原因').fill('考试演示结束')
  await locateDialog(page).getByRole('button', { name: '确定' }).click()
  await expect(row.getByText('考务结束')).toBeVisible()
  // the examinee's screen is notified within a second and hands in the answers
  await expect(examinee).toHaveURL(/\/examination\/examination/)

  await page.getByRole('tab', { name: '成绩与分析' }).click()
  await expect(page.getByText('参加人数')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '区分度' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载成绩单' }).click()
  expect((await download).suggestedFilename()).toBe('成绩单.xlsx')
  await page.getByRole('button', { name: /^更正答案：压力过大时/ }).click()
  await locateDialog(page).getByLabel('全体给分').check()
  await locateDialog(page).getByLabel('原因').fill('题干有歧义')
  await locateButton(page, '更正并重新阅卷').click()
  await expect(page.getByText(/已重新阅卷1份/)).toBeVisible()
  await expect(page.getByText('全体给分 已更正')).toBeVisible()
})

test('a group is created from account names, and unknown ones are listed', async ({ page }) => {
  await enterAs(page, 'examiner')
  await page.goto('/admin/exams')
  await locateButton(page, '考生分组').click()
  await locateDialog(page).getByRole('button', { name: '新建分组' }).click()
  const name = `分组${Date.now() % 1_000_000}`
  await locateField(page, '分组名称').fill(name)
  await locateDialog(page).getByLabel('成员账号').fill('member1\nmember2\nnobody-at-all')
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(locateDialog(page).getByText('没有找到这些账号：nobody-at-all')).toBeVisible()
  await expect(locateDialog(page).getByText(name)).toBeVisible()
  await locateDialog(page)
    .getByRole('button', { name: `删除：${name}` })
    .click()
  await page
    .getByRole('dialog', { name: `删除分组“${name}”吗？` })
    .getByRole('button', { name: '删除' })
    .click()
  await expect(locateDialog(page).getByText(name, { exact: true })).toHaveCount(0)
})

test('a question is written, changed into a second version and retired', async ({ page }) => {
  await enterAs(page, 'examiner')
  await page.goto('/admin/exam-bank')
  await locateButton(page, '新建试题').click()
  const content = `故事题${Date.now() % 1_000_000}`
  await locateDialog(page).getByLabel('科目').fill('故事科目')
  await locateDialog(page).getByLabel('题干').fill(content)
  for (const [letter, text] of [
    ['A', '甲'],
    ['B', '乙'],
    ['C', '丙'],
    ['D', '丁'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one field after the other
    await locateDialog(page).getByLabel(`选项${letter}`, { exact: true }).fill(text)
  }
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(locateDialog(page).getByText('请选择正确答案')).toBeVisible()
  await locateDialog(page).getByRole('radio', { name: 'C', exact: true }).check()
  await locateDialog(page).getByRole('group', { name: '固定选项' }).getByLabel('D').check()
  await takePicture(page, '新建试题', { widths: [1280], isWhole: false })
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(content) })
  await expect(row.getByRole('cell', { name: 'C', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^修改/ }).click()
  await expect(locateDialog(page).getByRole('group', { name: '固定选项' }).getByLabel('D')).toBeChecked()
  await locateDialog(page).getByLabel('题干').fill(`${content}（改）`)
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^停用/ }).click()
  await expect(row).toHaveCount(0)
})
