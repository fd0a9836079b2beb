// Story of two members of staff who change the same common question of the guide.
import type { Page } from '@playwright/test'
import { pressButton } from '../../support/console-steps.ts'
import { desktop } from '../../support/conversation-steps.ts'
import { takePicture } from '../../support/pictures.ts'
import { createName, enterAs, expect, locateButton, test } from '../../support/visitor.ts'

async function openQuestion(staff: Page, question: string) {
  await staff.goto('/admin/guide')
  await locateButton(staff, `修改 ${question}`).click()
  return staff.getByRole('dialog')
}

test('staff see the change of a colleague before they replace it', async ({ open }) => {
  const question = `${createName()}几点开门`
  const [first, second] = [await open({ viewport: desktop }), await open({ viewport: desktop })]
  await enterAs(first, 'service')
  await enterAs(second, 'admin')
  await first.goto('/admin/guide')
  await locateButton(first, '添加问题').click()
  const added = first.getByRole('dialog')
  await added.getByLabel('问题', { exact: true }).fill(question)
  await added.getByLabel('答案').fill('工作日早上九点。')
  await pressButton(added, '保存')
  await expect(first.getByText('已添加')).toBeVisible()

  const late = await openQuestion(second, question)
  const early = await openQuestion(first, question)
  await early.getByLabel('答案').fill('工作日早上八点半。')
  await pressButton(early, '保存')
  await expect(first.getByText('已保存')).toBeVisible()
  await late.getByLabel('答案').fill('工作日早上十点。')
  await pressButton(late, '保存')
  await expect(late.getByRole('alert').filter({ hasText: '工作日早上八点半。' })).toBeVisible()
  await expect(late.getByLabel('答案')).toHaveValue('工作日早上十点。')
  await takePicture(second, '向导设置-他人刚修改', { isWhole: false })
  await pressButton(late, '保存')
  await expect(second.getByText('已保存')).toBeVisible()
  await expect(second.getByRole('row', { name: new RegExp(question) })).toContainText('工作日早上十点。')
  await locateButton(second, `删除 ${question}`).click()
  await pressButton(second.getByRole('dialog'), '删除')
  await expect(second.getByText('已删除')).toBeVisible()
})
