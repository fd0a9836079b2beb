// Stories of staff who operate the chat: online accounts, kick, mute, block and broadcasts.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  findText,
  locateMessageBox,
  locateLog,
  openConversation,
  takeConversationPicture,
  sendText,
  phone,
} from '../support/conversation-steps.ts'
import { pressButton } from '../support/console-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createName, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** Finds the account in the list, and applies an action with a reason to its first device. */
async function chooseAction(staff: Page, accid: string, action: string): Promise<void> {
  const row = staff.getByRole('row', { name: new RegExp(accid) }).first()
  await row.getByRole('button', { name: new RegExp(`^${action} `) }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('理由').fill('持续发送骚扰内容，已核实')
  await dialog.getByRole('button', { name: new RegExp(`^${Array.from(action).join('\\s?')}$`) }).click()
  await expect(dialog).toBeHidden()
}

async function findAccount(staff: Page, accid: string): Promise<void> {
  await staff.getByLabel('账号或名称').fill(accid)
  await staff.keyboard.press('Enter')
}

test('staff see who is online, kick a counsellor, mute and block a client', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { member, doctor, accid: doctorAccid, memberAccid, username } = await openConversation(page, open, 'doctor6')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/chat-online')
  await expect(staff.getByRole('row', { name: new RegExp(doctorAccid) }).first()).toBeVisible()
  const own = staff.getByRole('row', { name: new RegExp(memberAccid) })
  await expect(own).toContainText(/来访者[\dA-F]{4}/)
  expect(await staff.content()).not.toContain(username)
  await expectAccessible(staff, '聊天在线')
  await takePicture(staff, '聊天在线')
  await expectFitsWidth(staff, 320)
  await staff.setViewportSize(desktop)

  // kick
  await chooseAction(staff, doctorAccid, '断开')
  await expect(staff.getByText(/^已断开：/)).toBeVisible()
  await expect(doctor.getByText('管理员已断开您的聊天连接').first()).toBeVisible()
  await locateButton(doctor, '重新连接').first().click()
  await expect(doctor.getByText('管理员已断开您的聊天连接')).toHaveCount(0)

  // staff mute the member
  await chooseAction(staff, memberAccid, '禁言')
  // the mute reaches open connections over the bus, moments after it is stored
  await expect(async () => {
    await sendText(member, '还能说话吗')
    const refusal = member.getByText('您已被禁言：可以阅读，暂时不能发送。如有疑问，请联系网站管理员')
    await expect(refusal).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await takeConversationPicture(member, '禁言')
  await expectAccessible(member, '禁言')
  await findAccount(staff, memberAccid)
  await expect(own).toContainText('已禁言')
  await chooseAction(staff, memberAccid, '解除禁言')
  await locateButton(member, '重新发送').click()
  await expect(locateLog(member).getByText('已送达')).toHaveCount(1)
  await expect(findText(member, '还能说话吗').last()).toBeVisible()

  // block
  await own.getByRole('button', { name: /^停用 / }).click()
  await expectAccessible(staff, '停用聊天账号')
  await takeConversationPicture(staff, '停用聊天账号')
  await locateButton(staff, '取消').click()
  await chooseAction(staff, memberAccid, '停用')
  await expect(member.getByText('您的聊天账号已停用。如有疑问，请联系网站管理员').first()).toBeVisible()
  await expect(locateButton(member, '重新连接')).toHaveCount(0)
  await expect(locateButton(member, '发送')).toBeDisabled()
  await takeConversationPicture(member, '停用')
  await member.reload()
  await expect(member.getByText('该账号已停用').first()).toBeVisible()
  await expect(async () => {
    await locateButton(staff, '刷新').click()
    await expect(staff.getByText('没有找到在线的设备')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  // restore the account
  await locateButton(staff, '停用与禁言').click()
  await findAccount(staff, memberAccid)
  await expect(own).toContainText('已停用')
  await expectAccessible(staff, '停用与禁言')
  await takePicture(staff, '停用与禁言')
  await staff.setViewportSize(desktop)
  await chooseAction(staff, memberAccid, '恢复')
  await expect(staff.getByText('没有找到该账号')).toBeVisible()
  await member.reload()
  await expect(locateMessageBox(member)).toBeVisible()
  await sendText(member, '我回来了')
  await expect(locateLog(member).getByText('已送达')).toHaveCount(1)
})

test('an administrator sends broadcasts, which readers see and dismiss', async ({ page, open, faults }) => {
  test.setTimeout(240_000)
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor7')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'admin')
  await staff.goto('/admin/chat-broadcasts')
  const dialog = staff.getByRole('dialog', { name: '发送广播' })
  /** Presses the button of the dialog, and confirms the number of receivers. */
  const sendTo = async (count: number, body: string) => {
    await pressButton(dialog, '发送')
    const question = staff.getByRole('dialog', { name: `发给${count}个账号吗？` })
    await expect(question).toBeVisible()
    await expect(question).toContainText(body)
    await takePicture(staff, '发送广播-确认', { isWhole: false })
    await pressButton(question, '确认发送')
  }
  const [forBoth, forOne] = [
    createName(),
    `${createName()}，请在本周五之前到“我的预约”补交材料：http://127.0.0.1/my 。逾期需要重新预约。`,
  ]

  await locateButton(staff, '发送广播').click()
  await dialog.getByLabel('内容').fill(forBoth)
  await expectAccessible(staff, '发送广播')
  await takePicture(staff, '发送广播', { isWhole: false })
  // only to these accounts, because other stories use the chat at the same time
  // no receiver is chosen for the staff
  await pressButton(dialog, '发送')
  await expect(dialog.getByText('请选择接收人')).toBeVisible()
  await dialog.getByText('指定账号').click()
  // the telephone number of doctor7
  await dialog.getByLabel('接收的账号').fill(`${memberAccid}\n13800000107`)
  await sendTo(2, forBoth)
  await expect(staff.getByText('已发送')).toBeVisible()
  const [seen, seenByDoctor] = [member.getByText(forBoth), doctor.getByText(forBoth)]
  await expect(seen).toBeVisible()
  await expect(seenByDoctor).toBeVisible()

  // an unknown account is named in the error, and nothing is sent
  await locateButton(staff, '发送广播').click()
  await dialog.getByLabel('内容').fill(forOne)
  await dialog.getByText('指定账号').click()
  await dialog.getByLabel('接收的账号').fill(`${memberAccid}\nnobody`)
  await pressButton(dialog, '发送')
  await expect(dialog.getByText('该应用中没有这些账号：nobody')).toBeVisible()
  await dialog.getByLabel('接收的账号').fill(memberAccid)
  await sendTo(1, forOne)
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('row', { name: new RegExp(forOne.slice(0, 8)) })).toContainText('1个账号')
  await takePicture(staff, '聊天广播')
  const own = member.getByText(forOne)
  await expect(own).toBeVisible()
  await expect(member.getByText(/^协会通知 .*，还有1条$/)).toBeVisible()
  await expectAccessible(member, '广播')
  await expect(member.getByRole('link', { name: 'http://127.0.0.1/my' })).toBeVisible()
  await takeConversationPicture(member, '广播')
  const header = await member.locator('.chat-head').boundingBox()
  const notice = await member.locator('.chat-broadcast').boundingBox()
  expect(notice!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  await expect(locateMessageBox(member)).toBeVisible()

  // another device of the account shows it, too
  const openDevice = async () => {
    const storageState = { cookies: await member.context().cookies(), origins: [] }
    const device = await open({ viewport: phone, storageState })
    await device.goto('/im/index')
    return device
  }
  const second = await openDevice()
  await expect(second.getByText(forOne)).toBeVisible()

  await test.step('the broadcast survives a reload, until it is dismissed; the earlier one follows', async () => {
    await member.reload()
    await locateButton(member, '知道了').click()
    await expect(own).toHaveCount(0)
    await expect(seen).toBeVisible()
    await locateButton(member, '返回会话列表').click()
    await expect(seen).toBeVisible()
    await takeConversationPicture(member, '广播-列表')
    await locateButton(member, '知道了').click()
    await expect(seen).toHaveCount(0)
    await member.reload()
    await expect(member.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link')).toBeVisible()
    await expect(seen).toHaveCount(0)
    // nor does it come back with the network
    await member.context().setOffline(true)
    await expect(member.getByText(/网络已断开/)).toBeVisible({ timeout: 60_000 })
    await member.context().setOffline(false)
    await expect(member.getByText(/网络已断开/)).toHaveCount(0, { timeout: 60_000 })
    await expect(seen).toHaveCount(0)
    // a device that shows it still learns with its next login that it was dismissed
    await expect(second.locator('.chat-broadcast')).toHaveCount(1)
    await second.reload()
    await expect(second.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link')).toBeVisible()
    await expect(second.locator('.chat-broadcast')).toHaveCount(0)
    const third = await openDevice()
    await expect(third.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link')).toBeVisible()
    await expect(third.locator('.chat-broadcast')).toHaveCount(0)
    await takeConversationPicture(doctor, '广播')
    await expect(doctor.getByText(forOne)).toHaveCount(0)
    // the browser reports each request without network
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
    faults.length = 0
  })
})
