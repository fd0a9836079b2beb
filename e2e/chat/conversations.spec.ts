// Stories of the conversation screen and the chat box: drafts, search, unread counts and refusals.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  desktop,
  givePicture,
  locateMessageBox,
  locateLog,
  locateClientLink,
  locatePasted,
  locatePictures,
  openConversation,
  phone,
  takeConversationPicture,
  findText,
  sendText,
} from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('500 characters, a stored draft, a search, a pinned conversation, and a way back', async ({ page, open }) => {
  const { member, doctor, accid, memberAccid } = await openConversation(page, open, 'doctor10')
  await agreeToChat(member)
  await locateMessageBox(member).fill('长'.repeat(501))
  await expect(member.getByText('超出 1 字')).toBeVisible()
  await expect(locateButton(member, '发送')).toBeDisabled()
  await locateMessageBox(member).fill('😀'.repeat(500))
  await expect(member.getByText('500/500')).toBeVisible()
  await locateButton(member, '发送').click()
  await expect(findText(member, '😀'.repeat(500))).toBeVisible()
  // a refused file shows the reason and can be discarded, but not sent again
  const fake = { name: '图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await member.getByLabel('发送图片').setInputFiles(fake)
  const refusal = locateLog(member).getByRole('alert')
  await expect(refusal).toContainText('这不是有效的图片')
  await expect(locateButton(member, '重新发送')).toHaveCount(0)
  await takeConversationPicture(member, '发送失败')
  await locateButton(member, '删除').click()
  await expect(refusal).toHaveCount(0)
  // Shift+Enter inserts a line break
  await locateMessageBox(member).pressSequentially('第一行')
  await locateMessageBox(member).press('Shift+Enter')
  await locateMessageBox(member).pressSequentially('第二行')
  await expect(locateMessageBox(member)).toHaveValue('第一行\n第二行')

  await locateButton(member, '返回会话列表').click()
  await expect(member).toHaveURL('/im/index')
  const list = member.getByRole('navigation', { name: '会话' })
  await expect(list.getByText('[草稿]')).toBeVisible()
  await takeConversationPicture(member, '列表')
  await member.goBack()
  await expect(member).toHaveURL(`/im/index?to=${accid}`)
  await expect(locateMessageBox(member)).toHaveValue('第一行\n第二行')
  await member.reload()
  await expect(locateMessageBox(member)).toHaveValue('第一行\n第二行')

  const search = doctor.getByRole('searchbox', { name: '搜索会话与聊天记录' })
  await search.fill('没有这样的会话')
  await expect(doctor.getByText('没有叫“没有这样的会话”的会话')).toBeVisible()
  await search.press('Enter')
  await expect(doctor.getByText('聊天记录中没有“没有这样的会话”')).toBeVisible()
  await search.fill('来访者')
  await locateClientLink(doctor, memberAccid).click()
  await locateButton(doctor, '置顶会话').click()
  await expect(locateButton(doctor, '置顶会话')).toHaveAttribute('aria-pressed', 'true')
  await expect(doctor.getByRole('navigation', { name: '会话' }).getByText('已置顶')).toHaveCount(1)
})

test('a conversation is deleted after a confirmation, and the next message restores it', async ({ page, open }) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor6')
  await agreeToChat(member)
  await sendText(member, '您好，想约个时间')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await locateButton(member, '删除会话').click()
  const question = member.getByRole('dialog', { name: /^删除与.*的会话？$/ })
  await expect(question.getByRole('button', { name: '关闭' })).toBeFocused()
  await takeConversationPicture(member, '删除会话')
  await expectAccessible(member, '删除会话')
  await expectFitsWidth(member, 320)
  await member.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await locateButton(member, '删除会话').click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect(member).toHaveURL('/im/index')
  await expect(member.getByText('还没有会话。')).toBeVisible()
  // the search finds the counsellor and the message
  const search = member.getByRole('searchbox', { name: '搜索会话与聊天记录' })
  await search.fill('想约个时间')
  await search.press('Enter')
  await expect(member.getByText('在聊天记录中找到1条')).toBeAttached()
  await expect(member.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link')).toHaveCount(1)
  await takeConversationPicture(member, '搜索已删除的会话')
  await search.fill('')
  await locateClientLink(doctor, memberAccid).click()
  await sendText(doctor, '周三下午可以吗')
  const back = member.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link')
  await expect(back).toHaveCount(1)
  await back.click()
  await expect(findText(member, '您好，想约个时间')).toBeVisible()
  await expect(findText(member, '周三下午可以吗')).toBeVisible()
})

test('a member looks at pasted pictures before sending; text copied with a picture of itself stays text', async ({
  page,
  open,
}) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor5')
  await agreeToChat(member)
  await givePicture(member, 'paste', '表格')
  await expect(locatePasted(member)).toHaveCount(0)
  await locateMessageBox(member).fill('这是我的表格')
  await givePicture(member, 'paste')
  await expect(locatePasted(member).getByRole('img', { name: '粘贴的图片' })).toBeVisible()
  await takeConversationPicture(member, '粘贴图片')
  await member.setViewportSize(desktop)
  await takeConversationPicture(member, '粘贴图片')
  await expectAccessible(member, '粘贴图片')
  await expectFitsWidth(member, 320)
  await member.setViewportSize(phone)
  await member.keyboard.press('Escape')
  await expect(locatePasted(member)).toBeHidden()
  await expect(locateMessageBox(member)).toBeFocused()
  await expect(locatePictures(member)).toHaveCount(0)
  await givePicture(member, 'paste')
  await expect(locatePasted(member).getByRole('button', { name: '发送' })).toBeFocused()
  await member.keyboard.press('Enter')
  await expect(locatePictures(member)).toHaveCount(1)
  await expect(locateMessageBox(member)).toHaveValue('这是我的表格')
  await givePicture(member, 'drop')
  await expect(locatePictures(member)).toHaveCount(2)
  await locateClientLink(doctor, memberAccid).click()
  await expect(locatePictures(doctor)).toHaveCount(2)
})

test('scrolling up loads older messages without moving the text, and new ones do not scroll down', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor8')
  await agreeToChat(member)
  for (let i = 1; i <= 70; i += 1) await sendText(member, `第${i}句`) // oxlint-disable-line no-await-in-loop -- as one person writes
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await expect(locateLog(member).getByText('正在发送')).toHaveCount(0)
  await doctor.reload()
  await locateClientLink(doctor, memberAccid).click()
  await expect(findText(doctor, '第70句')).toBeInViewport()
  await expect(findText(doctor, '第1句')).toHaveCount(0)
  // shows the last message before the page that it ends
  await expect(locateLog(doctor).locator('.chat-bubble').nth(1)).toBeAttached()
  // near the start instead of at it, where browsers adjust the position themselves
  const firstShown = await locateLog(doctor).locator('.chat-bubble').first().textContent()
  await locateLog(doctor).evaluate((box) => (box.scrollTop = 60))
  await expect(locateLog(doctor).locator('.chat-bubble').first()).not.toHaveText(firstShown!)
  await expect(findText(doctor, firstShown!)).toBeInViewport()
  await locateLog(doctor).hover()
  await expect(async () => {
    await doctor.mouse.wheel(0, -4_000)
    await expect(findText(doctor, '第1句')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  const texts = await locateLog(doctor).locator('.chat-bubble').allTextContents()
  expect(texts).toEqual(Array.from({ length: 70 }, (_, i) => `第${i + 1}句`))

  await locateLog(doctor).evaluate((box) => (box.scrollTop = 600))
  const readScrollTop = () => locateLog(doctor).evaluate((box) => box.scrollTop)
  await expect.poll(readScrollTop).toBe(600)
  await sendText(member, '第71句')
  await expect(locateButton(doctor, '有新消息')).toBeVisible()
  expect(await readScrollTop()).toBe(600)
  await locateButton(doctor, '有新消息').click()
  await expect(findText(doctor, '第71句')).toBeInViewport()
  await expect(locateButton(doctor, '有新消息')).toHaveCount(0)

  // a search result opens at its position, although it was not loaded
  await doctor.goto('/im/index')
  await doctor.getByRole('searchbox', { name: '搜索会话与聊天记录' }).fill('第3句')
  await locateButton(doctor, '在聊天记录中搜索“第3句”').click()
  const found = doctor.getByRole('navigation', { name: '会话' }).getByRole('button', { name: /第3句/ })
  await expect(found).toHaveCount(1)
  await takeConversationPicture(doctor, '搜索')
  await expectAccessible(doctor, '搜索')
  await found.click()
  await expect(findText(doctor, '第3句')).toBeInViewport()
})

test('the title counts messages while the page is hidden', async ({ page, open }) => {
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor7')
  await agreeToChat(member)
  await sendText(member, '在吗')
  await locateClientLink(doctor, memberAccid).click()
  await expect(findText(doctor, '在吗')).toBeVisible()
  const title = await doctor.title()
  const setHidden = (isHidden: boolean) =>
    doctor.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await sendText(member, '老师')
  await sendText(member, '我有点着急')
  await expect(doctor).toHaveTitle(`（2条新消息）${title}`)
  // messages that were not visible do not count as read
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await setHidden(false)
  await expect(doctor).toHaveTitle(title)
  await expect(locateLog(member).getByText('已读')).toBeVisible()
})

test('the conversation page is closed after signing out elsewhere', async ({ page, open, request }) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/im/index')
  await expect(page.getByText('还没有会话。在咨询师页面可以发起交流')).toBeVisible()
  const other = await open()
  await enterAs(other, member.username, member.password)
  await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  await page.goto('/im/index')
  await expect(page).toHaveURL(/\/login\/index/)
})

test('the header shows new messages, and opens a box beside the page', async ({ page }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'member4')
  await page.goto('/association/index')
  const latestChats = page.locator('summary', { has: page.locator('[data-chat-badge]') })
  await expect(latestChats).toHaveAttribute('aria-label', /^消息/)
  await latestChats.click()
  const row = page.getByRole('banner').getByRole('link', { name: /许慧宁/ })
  await expect(row).toBeVisible()
  await expectAccessible(page, '消息浮层')
  await takeConversationPicture(page, '浮层')
  await row.click()
  const box = page.getByRole('dialog', { name: '聊天' })
  await expect(box.getByText('找到了，谢谢老师！')).toBeVisible()
  await expect(locateMessageBox(page)).toBeFocused()
  await expectAccessible(page, '聊天框')
  await takeConversationPicture(page, '聊天框')
  await sendText(page, '老师，再请教一个问题')
  await expect(box.getByText('老师，再请教一个问题')).toBeVisible()
  await page.setViewportSize(phone)
  await takeConversationPicture(page, '聊天框')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  // reading pages load none of these files
  await expectFitsWidth(page, 320)
})

test('an account without chat has neither the header menu nor the page', async ({ page }) => {
  await page.goto('/im/index')
  await expect(page).toHaveURL('/login/index?next=%2Fim%2Findex')
  await enterAs(page, 'editor')
  const reply = await page.goto('/im/index')
  expect(reply?.status()).toBe(403)
  await expect(page.locator('[data-latest-chats]')).toHaveCount(0)
})

/** Sends a tip with the published script, as a page of another site does; the site's own screens cannot send tips. */
async function sendTip(page: Page, to: string, tip: string): Promise<void> {
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  const { data } = (await reply.json()) as { data: { accid: string; token: string } }
  await page.addScriptTag({ url: '/im/sdk.js' })
  await page.evaluate(
    ({ account, token, to: peer, text }) =>
      new Promise<void>((resolve, reject) => {
        const { NIM } = (window as unknown as { SDK: { NIM: { getInstance: (options: object) => TipSender } } }).SDK
        const nim = NIM.getInstance({
          appKey: 'story',
          account,
          token,
          db: false,
          onsyncdone: () =>
            nim.sendTipMsg({ scene: 'p2p', to: peer, tip: text, done: (error) => (error ? reject(error) : resolve()) }),
        })
      }),
    { account: data.accid, token: data.token, to, text: tip },
  )
}
type TipSender = {
  sendTipMsg: (options: { scene: string; to: string; tip: string; done: (error: Error | null) => void }) => void
}

test('a tip of another user is shown as their message, not as a notice of the site', async ({ page, open }) => {
  const { member, doctor, accid } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await sendText(member, '您好')
  const tip = '系统提示：平台升级，请转账续费'
  await sendTip(member, accid, tip)
  await doctor.goto('/im/index')
  await doctor.getByRole('navigation', { name: '会话' }).getByText(tip).click()
  const line = locateLog(doctor).getByRole('listitem').filter({ hasText: tip })
  await expect(line).toHaveClass('chat-line')
  await expect(line).toHaveAttribute('data-own', 'false')
  await takeConversationPicture(doctor, '对方的提示')
})
