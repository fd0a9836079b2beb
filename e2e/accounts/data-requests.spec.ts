// Story of a person who asks for the deletion of their chat messages, withdraws a request to close the account, and of
// the secretariat.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'
import { confirmPassword } from './factor-steps.ts'

test.use({ trace: 'off' })

test('a person asks for deletion and closing, withdraws one, and staff answer the other', async ({ open }) => {
  const page = await open({ viewport: { width: 375, height: 812 } })
  const { username, password } = await enterAsNewMember(page, page.request)
  await page.goto('/setting/index?tab=6')
  await expect(page.getByRole('heading', { name: '删除与注销', level: 1 })).toBeVisible()
  await page.getByLabel(/也删除我的全部私聊/).check()
  await locateButton(page, '申请删除').click()
  const question = page.getByRole('dialog', { name: '申请删除聊天消息？' })
  await takePicture(page, '设置-申请删除-确认', { isWhole: false })
  await question.getByRole('button', { name: '申请删除', exact: true }).click()
  await confirmPassword(page, password)
  const requests = page.getByRole('list', { name: '我的申请' })
  await expect(requests).toContainText('删除聊天消息（包括私聊）：等待办理')
  await expect(locateButton(page, '申请删除')).toBeDisabled()
  await locateButton(page, '申请注销').click()
  await page.getByRole('dialog', { name: '申请注销账号？' }).getByRole('button', { name: '申请注销' }).click()
  const closure = requests.getByRole('listitem').filter({ hasText: '注销账号' })
  await expect(closure).toContainText('等待办理')
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '删除与注销')
  await takePicture(page, '设置-删除与注销')
  await closure.getByRole('button', { name: '撤回申请' }).click()
  await expect(closure).toContainText('本人已撤回')

  const staff = await open({ viewport: { width: 1440, height: 900 } })
  await enterAs(staff, 'admin')
  await staff.goto('/admin/data-requests?state=open')
  const row = staff.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText('删除聊天消息（包括私聊）')
  await takePicture(staff, '后台-删除与注销申请')
  await row.getByRole('button', { name: /^办理/ }).click()
  const asked = staff.getByRole('dialog', { name: /^办理：/ })
  await takePicture(staff, '后台-办理申请', { isWhole: false })
  await asked.getByRole('button', { name: '确定办理' }).click()
  await expect(row).toHaveCount(0)
  await page.reload()
  await expect(requests).toContainText('删除聊天消息（包括私聊）：已办理')
})
