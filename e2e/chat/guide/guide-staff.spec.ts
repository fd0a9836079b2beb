// Story of staff who set the guide of the site, and of a visitor who asks it.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/checks.ts'
import { pressButton } from '../../support/console-steps.ts'
import { desktop, locateLog, sendText, takeConversationPicture } from '../../support/conversation-steps.ts'
import { takePicture } from '../../support/pictures.ts'
import { createMember, createName, enterAs, expect, locateButton, test } from '../../support/visitor.ts'

const hiddenTitle = '怎样退出小组'

async function tryQuestion(staff: Page, question: string) {
  await staff.getByLabel('像访客那样问一句').fill(question)
  await locateButton(staff, '看回答').click()
  return staff.getByRole('region', { name: '向导的回答' })
}

async function saveWelcome(staff: Page, welcome: string) {
  await staff.goto('/admin/guide?tab=welcome')
  await staff.getByRole('textbox', { name: '欢迎语' }).fill(welcome)
  await locateButton(staff, '保存欢迎语').click()
  await expect(staff.getByText('已保存')).toBeVisible()
}

test('staff set welcome and questions of the guide, and a visitor reads them', async ({ open }) => {
  test.setTimeout(240_000)
  const name = createName()
  const question = `${name}展厅能停车吗`
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin')
  await staff.getByRole('link', { name: '站内向导' }).click()
  await locateButton(staff, '添加问题').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('问题', { exact: true }).fill(question)
  await dialog.getByLabel('其他问法1', { exact: true }).fill('我不想活了')
  await dialog
    .getByLabel('答案')
    .fill('展厅楼下有停车场，来访者凭预约短信免费停两小时。\n停满时请停到对面的公共停车楼。')
  await dialog.getByLabel('链接（可以不填）').fill('https://www.gov.cn/')
  await pressButton(dialog, '保存')
  await expect(dialog.getByText('总是先给求助信息', { exact: false })).toBeVisible()
  await takePicture(staff, '向导设置-危险的问法', { isWhole: false })
  await dialog.getByLabel('其他问法1', { exact: true }).fill(`开车去${name}展厅，车放哪里`)
  await expect(dialog.getByText('总是先给求助信息', { exact: false })).toHaveCount(0)
  await locateButton(staff, '增加问法').click()
  await expectAccessible(staff, '添加向导的问题')
  await takePicture(staff, '向导设置-添加问题', { isWhole: false })
  await pressButton(dialog, '保存')
  await expect(staff.getByText('已添加')).toBeVisible()
  await expect(staff.getByRole('row', { name: new RegExp(question) })).toContainText('启用')
  const asked = `开车过去的话，${name}展厅哪里放车`
  await expect(await tryQuestion(staff, asked)).toContainText(`1. 《${question}》（常见问题）：“展厅楼下有停车场`)
  await expectAccessible(staff, '站内向导')
  await takePicture(staff, '向导设置-试一试')

  await staff.getByRole('tab', { name: '自带的常见问题' }).click()
  await staff.getByLabel('查找自带的问题').fill(hiddenTitle)
  const answerSwitch = staff.getByRole('switch', { name: `回答“${hiddenTitle}”` })
  await answerSwitch.click()
  await expect(answerSwitch).not.toBeChecked()
  await takePicture(staff, '向导设置-不再回答')
  await expect(await tryQuestion(staff, hiddenTitle)).not.toContainText(`《${hiddenTitle}》`)
  await saveWelcome(staff, `欢迎您来${name}。想问活动、会费、考试，都可以直接写下来。`)
  await expect(staff.getByRole('region', { name: '预览' })).toContainText('12356')
  await staff.mouse.wheel(0, -5_000)
  await takePicture(staff, '向导设置-欢迎语')

  const visitor = await open({ viewport: desktop })
  const member = await createMember(visitor.request)
  await enterAs(visitor, member.username, member.password)
  // other nodes and open pages follow within ten seconds
  await staff.waitForTimeout(10_000)
  await visitor.goto('/im/index?to=guide')
  await expect(locateLog(visitor).getByText(`欢迎您来${name}`, { exact: false })).toBeVisible()
  await sendText(visitor, asked)
  const source = locateLog(visitor).getByRole('link', { name: `《${question}》` })
  await expect(source).toHaveAttribute('href', 'https://www.gov.cn/')
  await expect(source).toHaveAttribute('target', '_blank')
  await expect(locateLog(visitor).getByText('停满时请停到对面的公共停车楼', { exact: false })).toBeVisible()
  await takeConversationPicture(visitor, '向导-自己的常见问题')

  await saveWelcome(staff, '')
  await staff.getByRole('tab', { name: '自带的常见问题' }).click()
  await staff.getByLabel('查找自带的问题').fill(hiddenTitle)
  await answerSwitch.click()
  await expect(answerSwitch).toBeChecked()
  await staff.getByRole('tab', { name: '自己的常见问题' }).click()
  await locateButton(staff, `删除 ${question}`).click()
  await pressButton(staff.getByRole('dialog'), '删除')
  await expect(staff.getByText('已删除')).toBeVisible()
})
