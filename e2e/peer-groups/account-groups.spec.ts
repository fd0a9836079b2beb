// Story of staff who moderate a group that accounts created: report, mute, removal and dissolution.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog, openConsole } from '../support/console.ts'
import {
  chooseInLineMenu,
  findText,
  locateMessageBox,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../support/group-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('staff find a reported group, mute everyone, remove a member and dissolve it', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  const words = `加我买药 ${ref.teamId}`
  await openGroup(owner, group)
  await openGroup(li, group)
  await sendFromDevice(owner, group, '今晚读第三章')
  await sendFromDevice(zhou, group, words)
  await sendFromDevice(owner, group, '请不要发广告')
  await chooseInLineMenu(li.page, words, '举报')
  const report = li.page.getByRole('dialog', { name: '举报这条消息' })
  await report.getByLabel('广告或诈骗').check()
  await report.getByRole('button', { name: '提交', exact: true }).click()
  await expect(li.page.locator('#toasts')).toContainText('已收到您的举报')

  const staff = await open({ viewport: { width: 1440, height: 900 } })
  await openConsole(staff, '/', 'service')
  await expect(staff.getByRole('link', { name: /小组举报 ?\d+ ?条待处理/ })).toBeVisible()
  await takePicture(staff, '后台-工作台-举报数')
  await staff.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: /^小组/ }).click()
  await expect(staff.getByRole('navigation', { name: '后台菜单' }).getByTitle(/条举报待处理/)).toBeVisible()
  await expect(staff.getByRole('button', { name: /^举报/ })).toContainText(/\d/)
  await takePicture(staff, '后台-小组-举报数')
  await locateButton(staff, '自建小组').click()
  await staff.getByRole('searchbox', { name: '搜索自建小组' }).fill(ref.teamId)
  await staff.keyboard.press('Enter')
  const row = staff.getByRole('row').filter({ has: staff.getByRole('cell', { name: ref.teamId, exact: true }) })
  await expect(row).toContainText('王敏')
  await expect(row).toContainText('举报 1')
  await takePicture(staff, '后台-自建小组列表')
  await expectAccessible(staff, '后台-自建小组列表')
  await row.getByRole('link', { name: '夜读小组' }).click()
  await expect(staff.getByRole('heading', { name: '夜读小组', level: 1 })).toBeVisible()
  await expect(staff.getByText('周宁', { exact: true })).toBeVisible()
  await expect(staff.getByText(words)).toHaveCount(0)
  await takePicture(staff, '后台-自建小组')
  await expectAccessible(staff, '后台-自建小组')
  await expectFitsWidth(staff, 375)
  await staff.setViewportSize({ width: 1440, height: 900 })

  await locateButton(staff, '查看举报').click()
  const reported = staff.getByRole('row').filter({ hasText: words })
  await expect(reported).toContainText('王敏：今晚读第三章')
  await expect(reported).toContainText(`周宁：${words}`)
  await expect(reported).toContainText('王敏：请不要发广告')
  await takePicture(staff, '后台-举报-前后的消息')
  await reported.getByRole('link', { name: '夜读小组' }).click()
  await locateButton(staff, '全员禁言').click()
  await locateDialog(staff).getByLabel('禁言原因').fill('有人推销药品，先停一停')
  await takePicture(staff, '后台-自建小组-禁言', { isWhole: false })
  await locateDialog(staff).getByRole('button', { name: '全员禁言', exact: true }).click()
  await expect(locateButton(staff, '解除全员禁言')).toBeVisible()
  await expect(findText(li.page, '协会开启了全员禁言')).toBeVisible()
  await expect(li.page.getByText('全员禁言中：可以阅读，暂时不能发言')).toBeVisible()
  await expect(locateMessageBox(owner.page)).toBeVisible()
  await locateButton(owner.page, '小组信息').click()
  await owner.page.getByRole('switch', { name: '全员禁言' }).click()
  await expect(owner.page.locator('#toasts')).toContainText('协会开启了全员禁言，请联系协会')
  await takeConversationPicture(owner.page, '协会禁言')

  await locateButton(staff, '禁言周宁').click()
  await locateDialog(staff).getByLabel('禁言原因').fill('推销药品')
  await locateDialog(staff).getByRole('button', { name: '禁言', exact: true }).click()
  await expect(locateButton(staff, '解除周宁的禁言')).toBeVisible()
  await openGroup(zhou, group)
  await expect(zhou.page.getByText('协会已将您禁言，原因：推销药品')).toBeVisible()
  await takeConversationPicture(zhou.page, '协会禁言的原因')
  await owner.page.getByRole('button', { name: '成员（3）' }).click()
  await expect(owner.page.getByText('协会禁言')).toBeVisible()
  await locateButton(owner.page, '管理周宁').click()
  await expect(locateButton(owner.page, '移出小组')).toBeVisible()
  await expect(locateButton(owner.page, '解除禁言')).toHaveCount(0)
  await takeConversationPicture(owner.page, '协会禁言的成员')

  await locateButton(staff, '移出周宁').click()
  await locateDialog(staff).getByLabel('移出原因').fill('推销药品')
  await locateDialog(staff).getByRole('button', { name: '移出', exact: true }).click()
  await expect(locateButton(staff, '移出周宁')).toHaveCount(0)
  await expect(findText(li.page, '协会将周宁移出了小组')).toBeVisible()
  await zhou.page.goto('/message/index')
  await expect(zhou.page.getByText('您已被协会移出小组“夜读小组”，原因：推销药品')).toBeVisible()
  await takePicture(zhou.page, '通知-移出小组', { isWhole: false })
  await locateButton(staff, '解除全员禁言').click()
  await locateDialog(staff).getByLabel('解除原因').fill('已处理')
  await locateDialog(staff).getByRole('button', { name: '解除全员禁言', exact: true }).click()
  await expect(locateMessageBox(li.page)).toBeVisible()
  await sendText(li.page, '谢谢协会')

  await expect(locateButton(staff, '移出王敏')).toHaveCount(0)
  await locateButton(staff, '禁言王敏').click()
  await locateDialog(staff).getByLabel('禁言原因').fill('带头推销')
  await locateDialog(staff).getByRole('button', { name: '禁言', exact: true }).click()
  await expect(owner.page.getByText('协会已将您禁言，原因：带头推销')).toBeVisible()
  await takeConversationPicture(owner.page, '组长被协会禁言')
  await takePicture(staff, '后台-自建小组-组长已禁言')

  await locateButton(staff, '解散').click()
  await locateDialog(staff).getByLabel('解散原因').fill('小组用于推销')
  await locateDialog(staff).getByRole('button', { name: '解散', exact: true }).click()
  await expect(staff.getByText('已解散', { exact: true }).last()).toBeVisible()
  await takePicture(staff, '后台-自建小组-已解散')
  await staff.goto('/admin/peer-reports?state=handled')
  await expect(reported).toContainText('协会已解散这个小组，原因：小组用于推销')
  await takePicture(staff, '后台-举报-随解散办结')
  await expect(li.page.getByText('这个小组已解散')).toBeVisible()
  await li.page.reload()
  await expect(li.page.getByRole('heading', { name: '夜读小组（已解散）' })).toBeVisible()
  await expect(li.page.getByText('这个小组已解散')).toBeVisible()
  await expect(locateMessageBox(li.page)).toHaveCount(0)
  await takeConversationPicture(li.page, '已解散的小组')
  await li.page.goto('/message/index')
  await expect(li.page.getByText('小组“夜读小组”已被协会解散，原因：小组用于推销')).toBeVisible()
  await expect(
    li.page.getByText('协会已解散这个小组，原因：小组用于推销。您在小组的举报随之结束，没有作出判断'),
  ).toBeVisible()
  closeDevices(group)
})
