// Stories of roster groups: staff create one from a list, its people chat, leave and return, and the list decides.
import type { Page } from '@playwright/test'
import { createPaidRegistration, getRegistration } from '../conference/meeting-server.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText, locateDialog, openConsole } from '../support/console.ts'
import { desktop, findText, locateLog, locateMessageBox, phone, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { createMember, enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** Opens the list of the committee, and saves these accounts as its members. */
async function saveList(staff: Page, committee: string, usernames: readonly string[]): Promise<void> {
  await staff.goto('/admin/meetings')
  await locateButton(staff, '专业委员会').click()
  await locateButton(staff, `委员名单：${committee}`).click()
  await staff.getByLabel('委员账号，一行一个').fill(usernames.join('\n'))
  await locateDialog(staff)
    .last()
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
}

/** Opens the list of the committee with its group. */
async function openList(staff: Page, committee: string): Promise<void> {
  await staff.goto('/admin/meetings')
  await locateButton(staff, '专业委员会').click()
  await locateButton(staff, `委员名单：${committee}`).click()
  await expect(staff.getByRole('heading', { name: '委员群' })).toBeVisible()
}

/** Reads that the name is shown, and joins the group of this list. */
async function joinGroup(page: Page, title: string): Promise<void> {
  await page.goto('/groups/mine')
  await locateButton(page, `加入${title}的群`).click()
  await expect(locateDialog(page).getByText(/群里的人会看到您的名字“/)).toBeVisible()
  await locateDialog(page).getByRole('button', { name: '加入', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(`^进入 ?${title}的群$`) })).toBeVisible()
}

test('staff create the group of a committee, its members chat, and the list decides who stays', async ({ open }) => {
  test.setTimeout(240_000)
  const committee = createUniqueText('临床心理专业委员会')
  const pages = [await open({ viewport: phone, hasTouch: true }), await open({ viewport: desktop })] as const
  const [ann, bob] = [await createMember(pages[0].request), await createMember(pages[1].request)]
  await enterAs(pages[0], ann.username, ann.password)
  await enterAs(pages[1], bob.username, bob.password)
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/meetings')
  await locateButton(staff, '专业委员会').click()
  await staff.getByLabel('名称', { exact: true }).fill(committee)
  await locateDialog(staff)
    .getByRole('button', { name: /^添\s*加$/ })
    .click()
  await expect(staff.getByText('保存成功').last()).toBeVisible()
  await saveList(staff, committee, [ann.username, bob.username, '没有这个账号'])
  await expect(staff.getByRole('alert')).toContainText('没有找到这些账号：没有这个账号')
  await staff.getByLabel('委员账号，一行一个').fill([ann.username, bob.username].join('\n'))
  await locateDialog(staff)
    .last()
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await expect(staff.getByText('保存成功').last()).toBeVisible()

  await test.step('the group is created by one button and a confirmation', async () => {
    await openList(staff, committee)
    await expect(staff.getByText('名单上有账号的2人。')).toBeVisible()
    await takePicture(staff, '后台-委员群-没有', { isWhole: false })
    await locateButton(staff, '建立群').click()
    await locateDialog(staff)
      .last()
      .getByRole('button', { name: /^建\s*立$/ })
      .click()
    await expect(staff.getByText(/群成员0人，不在群里2人（还没有选择加入，或已退出）/)).toBeVisible()
  })

  await test.step('the people on the list are invited, read that their names are shown, and join', async () => {
    await expect(async () => {
      await pages[0].goto('/message/index')
      await expect(pages[0].getByText(`“${committee}”有了一个群`)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    await pages[0].getByText(`“${committee}”有了一个群`).click()
    await expect(pages[0]).toHaveURL(/\/groups\/mine$/)
    for (const page of pages) await joinGroup(page, committee)
    await locateButton(staff, '刷新人数').click()
    await expect(staff.getByText('名单上有账号的2人，群成员2人。')).toBeVisible()
    await expectAccessible(staff, '后台-委员群')
    await takePicture(staff, '后台-委员群', { isWhole: false })
  })

  await test.step('a member enters, and writes', async () => {
    await pages[0].getByRole('link', { name: new RegExp(`^进入 ?${committee}的群$`) }).click()
    await expect(locateMessageBox(pages[0])).toBeVisible()
    await sendText(pages[0], '下次会议定在周五')
    await takePicture(pages[0], '委员群-聊天', { isWhole: false })
    await pages[1].goto('/groups/mine')
    await expectFitsWidth(pages[1], 375)
    await expectAccessible(pages[1], '我的名单群')
    await takePicture(pages[1], '我的名单群')
    await pages[1].getByRole('link', { name: new RegExp(`^进入 ?${committee}的群$`) }).click()
    await expect(findText(pages[1], '下次会议定在周五')).toBeVisible()
    await locateButton(pages[1], '小组信息').click()
    await expect(pages[1].getByText(/退出后不会再自动加入/)).toBeVisible()
    await pages[1].getByRole('button', { name: /^成员（3）/ }).click()
    await expect(pages[1].getByText('管理方', { exact: true })).toBeVisible()
    await takePicture(pages[1], '委员群-成员', { isWhole: false })
  })

  await test.step('a member leaves, is not added again, and returns by asking', async () => {
    await locateButton(pages[0], '小组信息').click()
    await locateButton(pages[0], '退出小组').click()
    await locateDialog(pages[0]).getByRole('button', { name: '退出', exact: true }).click()
    await expect(pages[0].getByText('已退出小组')).toBeVisible()
    await expect(async () => {
      await locateButton(staff, '刷新人数').click()
      await expect(staff.getByText(/群成员1人，不在群里1人/)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await pages[0].goto('/groups/mine')
    await locateButton(pages[0], `加入${committee}的群`).click()
    await expect(locateDialog(pages[0]).getByText(/群里的人会看到您的名字“/)).toBeVisible()
    await takePicture(pages[0], '我的名单群-加入', { isWhole: false })
    await locateDialog(pages[0]).getByRole('button', { name: '加入', exact: true }).click()
    await pages[0].getByRole('link', { name: new RegExp(`^进入 ?${committee}的群$`) }).click()
    await expect(locateMessageBox(pages[0])).toBeVisible()
    await expect(findText(pages[0], '下次会议定在周五')).toHaveCount(0)
  })

  await test.step('a member whom the list loses leaves, too, and sees nothing any more', async () => {
    await saveList(staff, committee, [bob.username])
    await expect(staff.getByText('从名单中去掉1人吗？').last()).toBeVisible()
    await takePicture(staff, '后台-委员名单-去掉', { isWhole: false })
    await locateButton(staff, '去掉并保存').click()
    await expect(staff.getByText('保存成功').last()).toBeVisible()
    await expect(async () => {
      await pages[0].goto('/groups/mine')
      await expect(pages[0].getByText('您还没有名单群')).toBeVisible({ timeout: 1_000 })
      await expect(pages[0].getByRole('heading', { name: '离开的群' })).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    // a former member can still report what happened in the group, and describes it
    await locateButton(pages[0], '举报小组里发生的事').click()
    await expectFitsWidth(pages[0], 375)
    await expectAccessible(pages[0], '我的名单群-离开的群')
    await takePicture(pages[0], '我的名单群-空')
    await locateDialog(pages[0]).getByRole('radio', { name: '其他', exact: true }).check()
    await locateDialog(pages[0]).getByRole('textbox').fill('有人在群里推销')
    await locateDialog(pages[0]).getByRole('button', { name: '提交' }).click()
    await expect(pages[0].locator('#toasts')).toContainText('已收到您的举报')
    await openList(staff, committee)
    await locateButton(staff, '解散群').click()
    await staff.getByLabel('解散原因').fill('委员会换届')
    await locateDialog(staff)
      .last()
      .getByRole('button', { name: /^解\s*散$/ })
      .click()
    await expect(locateButton(staff, '建立群')).toBeVisible()
    await pages[1].goto('/message/index')
    await expect(pages[1].getByText(/的群已解散，原因：委员会换届/)).toBeVisible()
  })
})

test('staff create the group of a meeting, and a participant chats under the public part of the name', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const id = await createPaidRegistration(page)
  const { activityId } = await getRegistration(page, id)
  const staff = await open({ viewport: desktop })
  await openConsole(staff, `/meetings/${activityId}`)
  await expect(staff.getByRole('heading', { name: '参会者群' })).toBeVisible()
  await locateButton(staff, '建立群').click()
  await locateDialog(staff)
    .last()
    .getByRole('button', { name: /^建\s*立$/ })
    .click()
  await expect(staff.getByText(/不在群里[1-9]/)).toBeVisible()
  await expectAccessible(staff, '后台-参会者群')
  await takePicture(staff, '后台-参会者群')
  await page.goto('/academic/meetings')
  await page.getByRole('link', { name: '参会者群' }).click()
  await page.getByRole('button', { name: /^加入.*的群$/ }).click()
  await locateDialog(page).getByRole('button', { name: '加入', exact: true }).click()
  await expect(page.getByText(/您在群里的姓名：.\*\*/)).toBeVisible()
  await page.getByRole('link', { name: /^进入.*的群$/ }).click()
  await sendText(page, '会上见')
  await expect(locateLog(page).getByText('已送达')).toBeVisible()
  await takePicture(page, '参会者群-聊天', { isWhole: false })
})
