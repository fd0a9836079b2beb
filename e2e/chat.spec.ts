// Two people in two windows: they agree to the rules, talk, send a picture, take something back, lose the network,
// come back, and are sent away. Pictures for somebody to look at are in test-results/screens/.
import type { Page, WebSocketRoute } from '@playwright/test'
import { expectFit, expectOpenToAll } from './checks.ts'
import { button, enterAs, expect, newMember, test } from './visitor.ts'

// the trace reads blobs of the page, which the page's own policy forbids
test.use({ trace: 'off' })

const phone = { width: 375, height: 812 }
const desktop = { width: 1440, height: 900 }
const input = (page: Page) => page.getByRole('textbox', { name: /^给.*写消息$/ })
const log = (page: Page) => page.getByRole('log')
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true })
const picture = (page: Page, name: string) =>
  page.screenshot({
    path: `test-results/screens/聊天-${name}-${page.viewportSize()?.width}.png`,
    animations: 'disabled',
  })

async function accidOf(page: Page): Promise<string> {
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  return ((await reply.json()) as { data: { accid: string } }).data.accid
}
async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text)
  await input(page).press('Enter')
}
async function agree(page: Page): Promise<void> {
  await expect(button(page, '开始交流')).toBeDisabled()
  await page.getByLabel('我已阅读并同意以上内容').check()
  await button(page, '开始交流').click()
}

/** A counsellor and somebody new with that counsellor's conversation open, who has agreed. */
async function meet(page: Page, open: (options?: object) => Promise<Page>, doctor: string) {
  const member = await newMember(page.request)
  const other = await open({ viewport: desktop })
  await enterAs(other, doctor)
  const accid = await accidOf(other)
  await other.goto('/im/index')
  await enterAs(page, member.username, member.password)
  await page.setViewportSize(phone)
  await page.goto(`/im/index?to=${accid}`)
  return { member: page, doctor: other, accid, ...member }
}

test('somebody agrees, talks to a counsellor, sends a picture, takes a word back', async ({ page, open }) => {
  test.setTimeout(90_000)
  const { member, doctor, phone: number, username } = await meet(page, open, 'doctor9')
  // nothing can be written before the agreement, and the hotline stands beside it
  await expect(member.getByRole('heading', { name: '在线咨询知情同意书' })).toBeVisible()
  await expect(input(member)).toHaveCount(0)
  await expect(member.getByRole('link', { name: '12356' }).last()).toBeVisible()
  await expectOpenToAll(member, '知情同意')
  await picture(member, '知情同意')
  await agree(member)

  await say(member, '顾老师您好，我想和您聊聊最近的睡眠')
  await expect(said(member, '顾老师您好，我想和您聊聊最近的睡眠')).toBeVisible()
  await expect(log(member).getByText('已送达')).toBeVisible()
  // the counsellor sees an alias, neither name nor phone
  const talk = doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
  await expect(talk).toContainText('最近的睡眠')
  await expect(talk).toContainText('1条未读')
  await talk.click()
  await expect(said(doctor, '顾老师您好，我想和您聊聊最近的睡眠')).toBeVisible()
  await expect(log(member).getByText('已读')).toBeVisible()
  expect(await doctor.content()).not.toContain(username)
  expect(await doctor.content()).not.toContain(number)

  await input(doctor).pressSequentially('您好')
  await expect(member.getByText('正在输入…')).toBeVisible()
  await input(doctor).fill('您好，睡不着的时候，心里会想些什么？')
  await input(doctor).press('Enter')
  await expect(said(member, '您好，睡不着的时候，心里会想些什么？')).toBeVisible()
  await expect(member.getByText('正在输入…')).toHaveCount(0)

  // what somebody might photograph: a piece of the screen itself
  const photo = await doctor.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 800, height: 600 } })
  await member.getByLabel('发送图片').setInputFiles({ name: '窗外.jpg', mimeType: 'image/jpeg', buffer: photo })
  for (const one of [member, doctor]) {
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    await expect(one.getByRole('button', { name: '查看大图' })).toBeVisible()
  }
  await doctor.getByRole('button', { name: '查看大图' }).click()
  const large = doctor.getByRole('dialog', { name: '图片' }).getByAltText('聊天图片，原图')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await expectOpenToAll(doctor, '大图')
  await picture(doctor, '大图')
  await doctor.keyboard.press('Escape')
  await expect(large).toBeHidden()

  await expect(log(member).getByText('已读')).toHaveCount(1)
  await say(member, '这句说错了')
  await expect(said(doctor, '这句说错了')).toBeVisible()
  await log(member)
    .getByRole('listitem')
    .filter({ hasText: '这句说错了' })
    .getByRole('button', { name: '撤回' })
    .click()
  await expect(said(doctor, '这句说错了')).toHaveCount(0)
  await expect(said(doctor, '对方撤回了一条消息')).toBeVisible()
  await expect(said(member, '你撤回了一条消息')).toBeVisible()
  await expect(log(member).getByText('已读')).toHaveCount(1)

  for (const one of [member, doctor]) {
    // oxlint-disable no-await-in-loop -- one window after the other
    await expectOpenToAll(one, '会话')
    await picture(one, '会话')
    await expectFit(one, 320)
    // oxlint-enable no-await-in-loop
  }
})

test('500 characters, a draft that waits, a search, a place on top, and a way back', async ({ page, open }) => {
  const { member, doctor, accid } = await meet(page, open, 'doctor10')
  await agree(member)
  await input(member).fill('长'.repeat(501))
  await expect(member.getByText('超出 1 字')).toBeVisible()
  await expect(button(member, '发送')).toBeDisabled()
  await input(member).fill('😀'.repeat(500))
  await expect(member.getByText('500/500')).toBeVisible()
  await button(member, '发送').click()
  await expect(said(member, '😀'.repeat(500))).toBeVisible()
  // what is refused says why, can be tried again and taken away
  const fake = { name: '图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await member.getByLabel('发送图片').setInputFiles(fake)
  const refusal = log(member).getByRole('alert')
  await expect(refusal).toContainText('这不是有效的图片')
  await button(member, '重新发送').click()
  await expect(refusal).toContainText('这不是有效的图片')
  await picture(member, '发送失败')
  await button(member, '删除').click()
  await expect(refusal).toHaveCount(0)
  // Shift+Enter is a new line
  await input(member).pressSequentially('第一行')
  await input(member).press('Shift+Enter')
  await input(member).pressSequentially('第二行')
  await expect(input(member)).toHaveValue('第一行\n第二行')

  await button(member, '返回会话列表').click()
  await expect(member).toHaveURL('/im/index')
  const list = member.getByRole('navigation', { name: '会话' })
  await expect(list.getByText('[草稿]')).toBeVisible()
  await picture(member, '列表')
  await member.goBack()
  await expect(member).toHaveURL(`/im/index?to=${accid}`)
  await expect(input(member)).toHaveValue('第一行\n第二行')
  await member.reload()
  await expect(input(member)).toHaveValue('第一行\n第二行')

  const search = doctor.getByRole('searchbox', { name: '搜索会话与聊天记录' })
  await search.fill('没有这样的会话')
  await expect(doctor.getByText('没有叫“没有这样的会话”的会话')).toBeVisible()
  await search.press('Enter')
  await expect(doctor.getByText('聊天记录中没有“没有这样的会话”')).toBeVisible()
  await search.fill('来访者')
  await doctor.getByRole('navigation', { name: '会话' }).getByRole('link').first().click()
  await button(doctor, '置顶会话').click()
  await expect(button(doctor, '置顶会话')).toHaveAttribute('aria-pressed', 'true')
  await expect(doctor.getByRole('navigation', { name: '会话' }).getByText('已置顶')).toHaveCount(1)
})

test('older messages come by scrolling up, without moving what is being read; new ones do not pull away from it', async ({
  page,
  open,
}) => {
  test.setTimeout(90_000)
  const { member, doctor } = await meet(page, open, 'doctor8')
  await agree(member)
  for (let i = 1; i <= 70; i += 1) await say(member, `第${i}句`) // oxlint-disable-line no-await-in-loop -- as one person writes
  await expect(log(member).getByText('已送达')).toBeVisible()
  await expect(log(member).getByText('正在发送')).toHaveCount(0)
  await doctor.reload()
  await doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
    .click()
  await expect(said(doctor, '第70句')).toBeInViewport()
  await expect(said(doctor, '第1句')).toHaveCount(0)
  await log(doctor).hover()
  await expect(async () => {
    await doctor.mouse.wheel(0, -4_000)
    await expect(said(doctor, '第1句')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  const texts = await log(doctor).locator('.chat-bubble').allTextContents()
  expect(texts).toEqual(Array.from({ length: 70 }, (_, i) => `第${i + 1}句`))

  await log(doctor).evaluate((box) => (box.scrollTop = 600))
  const place = () => log(doctor).evaluate((box) => box.scrollTop)
  await expect.poll(place).toBe(600)
  await say(member, '第71句')
  await expect(button(doctor, '有新消息')).toBeVisible()
  expect(await place()).toBe(600)
  await button(doctor, '有新消息').click()
  await expect(said(doctor, '第71句')).toBeInViewport()
  await expect(button(doctor, '有新消息')).toHaveCount(0)

  // found by its words, and shown in its place though it was not loaded yet
  await doctor.goto('/im/index')
  await doctor.getByRole('searchbox', { name: '搜索会话与聊天记录' }).fill('第3句')
  await button(doctor, '在聊天记录中搜索“第3句”').click()
  const found = doctor.getByRole('navigation', { name: '会话' }).getByRole('button', { name: /第3句/ })
  await expect(found).toHaveCount(1)
  await picture(doctor, '搜索')
  await expectOpenToAll(doctor, '搜索')
  await found.click()
  await expect(said(doctor, '第3句')).toBeInViewport()
})

test('while nobody looks, the title counts what came', async ({ page, open }) => {
  const { member, doctor } = await meet(page, open, 'doctor7')
  await agree(member)
  await say(member, '在吗')
  await doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
    .click()
  await expect(said(doctor, '在吗')).toBeVisible()
  const title = await doctor.title()
  const look = (isHidden: boolean) =>
    doctor.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await look(true)
  await say(member, '老师')
  await say(member, '我有点着急')
  await expect(doctor).toHaveTitle(`（2条新消息）${title}`)
  // what nobody saw is not read
  await expect(log(member).getByText('已送达')).toBeVisible()
  await look(false)
  await expect(doctor).toHaveTitle(title)
  await expect(log(member).getByText('已读')).toBeVisible()
})

test('without a network a message waits, and both sides have everything when it is back', async ({ page, open }) => {
  test.setTimeout(90_000)
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close()
    sockets.add(socket)
    socket.connectToServer()
  })
  await page.route(/\/socket\.io\//, (route) => (isCut ? route.abort() : route.continue()))
  const { member, doctor } = await meet(page, open, 'doctor11')
  await agree(member)
  await say(member, '一切正常')
  await doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
    .click()
  await expect(said(doctor, '一切正常')).toBeVisible()

  isCut = true
  for (const socket of sockets) void socket.close()
  await expect(member.getByText('网络已断开，正在重新连接…未发出的消息会自动发送')).toBeVisible()
  await say(member, '地铁里写的第一句')
  await say(member, '地铁里写的第二句')
  await say(doctor, '您先忙，不着急')
  await picture(member, '断网')
  await expectOpenToAll(member, '断网')
  await expect(log(member).getByText('正在发送')).toHaveCount(2)
  await expect(said(doctor, '地铁里写的第一句')).toHaveCount(0)

  isCut = false
  for (const one of [member, doctor]) {
    for (const text of ['地铁里写的第一句', '地铁里写的第二句', '您先忙，不着急']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(said(one, text)).toHaveCount(1, { timeout: 20_000 })
    }
  }
  const texts = await log(doctor).locator('.chat-bubble').allTextContents()
  expect(texts.indexOf('地铁里写的第一句')).toBeLessThan(texts.indexOf('地铁里写的第二句'))
  await expect(log(member).getByText('正在发送')).toHaveCount(0)
})

test('the page of conversations is closed to whoever was signed out elsewhere', async ({ page, open, request }) => {
  const member = await newMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/im/index')
  await expect(page.getByText('还没有会话。在咨询师页面可以发起交流。')).toBeVisible()
  const other = await open()
  await enterAs(other, member.username, member.password)
  await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  await page.goto('/im/index')
  await expect(page).toHaveURL(/\/login\/index/)
})

test('a chat that is open when its session ends is closed with a way back in', async ({ page, open }) => {
  const { member, username, password } = await meet(page, open, 'doctor12')
  await agree(member)
  await say(member, '您好')
  await expect(log(member).getByText('已送达')).toBeVisible()
  const other = await open()
  await enterAs(other, username, password)
  await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  const again = member.getByRole('link', { name: '重新登录' })
  await expect(again).toBeVisible({ timeout: 15_000 })
  await expect(member.getByText('登录信息过期重新登录')).toBeVisible()
  await expect(button(member, '发送')).toBeDisabled()
  await picture(member, '下线')
  await expectOpenToAll(member, '下线')
  await expect(again).toHaveAttribute('href', /^\/login\/index/)
})

test('the corner of a page shows what is new, and opens a box beside what is being read', async ({ page }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'member4')
  await page.goto('/association/index')
  const corner = page.locator('summary', { has: page.locator('[data-chat-badge]') })
  await expect(corner).toHaveAttribute('aria-label', /^消息/)
  await corner.click()
  const row = page.getByRole('banner').getByRole('link', { name: /许慧宁/ })
  await expect(row).toBeVisible()
  await expectOpenToAll(page, '消息浮层')
  await picture(page, '浮层')
  await row.click()
  const box = page.getByRole('dialog', { name: '聊天' })
  await expect(box.getByText('找到了，谢谢老师！')).toBeVisible()
  await expect(input(page)).toBeFocused()
  await expectOpenToAll(page, '聊天框')
  await picture(page, '聊天框')
  await say(page, '老师，再请教一个问题')
  await expect(box.getByText('老师，再请教一个问题')).toBeVisible()
  await page.setViewportSize(phone)
  await picture(page, '聊天框')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  // reading pages fetch nothing of it by themselves
  await expectFit(page, 320)
})

test('who has no chat meets neither corner nor page', async ({ page }) => {
  await page.goto('/im/index')
  await expect(page).toHaveURL('/login/index?next=%2Fim%2Findex')
  await enterAs(page, 'editor')
  const reply = await page.goto('/im/index')
  expect(reply?.status()).toBe(403)
  await expect(page.locator('[data-chat-corner]')).toHaveCount(0)
})
