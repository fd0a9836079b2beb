// Stories of a page on another site with the script tag, and of three tabs that share one database.
import {
  fixturePathOf,
  createChatMember,
  locateState,
  locateMessages,
  locateLogEntries,
  logIn,
  sendText,
} from './script-page.ts'
import { locateButton, expect, test } from '../../support/visitor.ts'

test('a page with a script tag chats, sends a picture, reads history, recalls, and is kicked', async ({
  page,
  open,
}) => {
  const other = await open()
  const [ann, bob] = [await createChatMember(page), await createChatMember(other)]
  await logIn(page, ann, bob.accid)
  await logIn(other, bob, ann.accid)

  await sendText(page, '您好')
  await expect(locateMessages(other)).toHaveText(['in 您好'])
  await expect(other.locator('#sessions')).toHaveText('1 您好')
  await page.getByLabel('图片').setInputFiles(fixturePathOf('bridge.png'))
  await locateButton(page, '发送图片').click()
  await expect(locateMessages(other)).toHaveText(['in 您好', 'in image'])
  await sendText(other, '收到')
  await expect(locateMessages(page)).toHaveText(['out 您好', 'out image', 'in 收到'])

  await locateButton(other, '撤回').click()
  await expect(locateMessages(other)).toHaveCount(2)
  await expect(locateMessages(page)).toHaveText(['out 您好', 'out image'])
  await locateButton(page, '历史').click()
  await expect(locateLogEntries(page)).toHaveText(['out 您好', 'out image'])

  // the same account signs in elsewhere, and this page stays offline
  const elsewhere = await open()
  await logIn(elsewhere, ann, bob.accid)
  await locateButton(elsewhere, '踢下其他设备').click()
  await expect(locateState(elsewhere)).toHaveText('已踢下')
  await expect(locateState(page)).toHaveText('已断开：kicked')
})

test('three tabs share their storage, and a reload needs no new request', async ({ page, open }) => {
  const other = await open()
  const [ann, bob] = [await createChatMember(page), await createChatMember(other)]
  await logIn(other, bob, ann.accid)
  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  for (const tab of tabs) await logIn(tab, ann, bob.accid)
  await sendText(other, '一')
  for (const [i, tab] of tabs.entries()) await sendText(tab, `来自第${i + 1}页`)
  await sendText(other, '二')
  for (const tab of tabs) await expect(locateMessages(tab)).toHaveCount(5)
  const wanted = await locateMessages(other).allTextContents()
  const turned = wanted.map((line) => line.replace(/^in|^out/, (way) => (way === 'in' ? 'out' : 'in')))
  await tabs[2]!.close()

  // the page stores data a moment after it shows them
  await expect(async () => {
    await page.reload()
    await expect(locateState(page)).toHaveText('同步完成')
    await expect(locateMessages(page)).toHaveCount(0)
  }).toPass()
  await expect(page.locator('#sessions')).toContainText('二')
  await locateButton(page, '本机').click()
  await expect(locateLogEntries(page)).toHaveText(turned)
})
