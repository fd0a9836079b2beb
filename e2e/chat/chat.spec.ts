// Stories of a chat in two windows: consent, messages, a picture, recall, network loss, reconnect, and kick.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import {
  agreeToChat,
  chooseInLineMenu,
  locateMessageBox,
  locateLog,
  locateClientLink,
  openConversation,
  takeConversationPicture,
  findText,
  sendText,
} from '../support/conversation-steps.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a member consents, chats with a counsellor, sends a picture, and recalls a message', async ({ page, open }) => {
  test.setTimeout(240_000)
  const { member, doctor, phone: number, username, memberAccid } = await openConversation(page, open, 'doctor9')
  // no input before the consent; the hotline is beside it
  await expect(member.getByRole('heading', { name: '在线咨询知情同意书' })).toBeVisible()
  await expect(locateMessageBox(member)).toHaveCount(0)
  await expect(member.getByRole('link', { name: '12356' }).last()).toBeVisible()
  await expectAccessible(member, '知情同意')
  await takeConversationPicture(member, '知情同意')
  await agreeToChat(member)

  // invisible characters are no message
  await locateMessageBox(member).fill('\u200b \u2060')
  await expect(locateButton(member, '发送')).toBeDisabled()
  await sendText(member, '顾老师您好，我想和您聊聊最近的睡眠')
  await expect(findText(member, '顾老师您好，我想和您聊聊最近的睡眠')).toBeVisible()
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  // the counsellor sees an alias instead of name and phone number
  const conversationLink = locateClientLink(doctor, memberAccid)
  await expect(conversationLink).toContainText('最近的睡眠')
  await expect(conversationLink).toContainText('1条未读')
  await conversationLink.click()
  await expect(findText(doctor, '顾老师您好，我想和您聊聊最近的睡眠')).toBeVisible()
  await expect(locateLog(member).getByText('已读')).toBeVisible()
  expect(await doctor.content()).not.toContain(username)
  expect(await doctor.content()).not.toContain(number)

  await locateMessageBox(doctor).pressSequentially('您好')
  await expect(member.getByText('正在输入…')).toBeVisible()
  await locateMessageBox(doctor).fill('您好，睡不着的时候，心里会想些什么？')
  await locateMessageBox(doctor).press('Enter')
  await expect(findText(member, '您好，睡不着的时候，心里会想些什么？')).toBeVisible()
  await expect(member.getByText('正在输入…')).toHaveCount(0)

  // a picture like a photo: a part of the screen
  const photo = await doctor.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 800, height: 600 } })
  await member.getByLabel('发送图片').setInputFiles({ name: '窗外.jpg', mimeType: 'image/jpeg', buffer: photo })
  for (const reader of [member, doctor]) {
    // oxlint-disable-next-line no-await-in-loop -- one window after the other
    await expect(reader.getByRole('button', { name: '查看大图' })).toBeVisible()
  }
  await doctor.getByRole('button', { name: '查看大图' }).click()
  const large = doctor.getByRole('dialog', { name: '图片' }).getByAltText('聊天图片，原图')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await expectAccessible(doctor, '大图')
  await takeConversationPicture(doctor, '大图')
  await doctor.keyboard.press('Escape')
  await expect(large).toBeHidden()

  await expect(locateLog(member).getByText('已读')).toHaveCount(1)
  await sendText(member, '这句说错了')
  await expect(findText(doctor, '这句说错了')).toBeVisible()
  await chooseInLineMenu(member, '这句说错了', '撤回')
  await expect(findText(doctor, '这句说错了')).toHaveCount(0)
  await expect(findText(doctor, '对方撤回了一条消息')).toBeVisible()
  await expect(findText(member, '你撤回了一条消息')).toBeVisible()
  await expect(locateLog(member).getByText('已读')).toHaveCount(1)

  for (const reader of [member, doctor]) {
    // oxlint-disable no-await-in-loop -- one window after the other
    await expectAccessible(reader, '会话')
    await takeConversationPicture(reader, '会话')
    await expectFitsWidth(reader, 320)
    // oxlint-enable no-await-in-loop
  }
})

test('a message waits while the network is down, and both sides have everything afterwards', async ({
  page,
  open,
  faults,
}) => {
  test.setTimeout(240_000)
  const network = await controlSockets(page)
  const { member, doctor, memberAccid } = await openConversation(page, open, 'doctor11')
  await agreeToChat(member)
  await sendText(member, '一切正常')
  await locateClientLink(doctor, memberAccid).click()
  await expect(findText(doctor, '一切正常')).toBeVisible()

  network.cut()
  await expect(member.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  await sendText(member, '地铁里写的第一句')
  await sendText(member, '地铁里写的第二句')
  await sendText(doctor, '您先忙，不着急')
  await takeConversationPicture(member, '断网')
  await expectAccessible(member, '断网')
  await expect(locateLog(member).getByText('正在发送')).toHaveCount(2)
  await expect(findText(doctor, '地铁里写的第一句')).toHaveCount(0)

  network.restore()
  for (const reader of [member, doctor]) {
    for (const text of ['地铁里写的第一句', '地铁里写的第二句', '您先忙，不着急']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(findText(reader, text)).toHaveCount(1, { timeout: 20_000 })
    }
  }
  const texts = await locateLog(doctor).locator('.chat-bubble').allTextContents()
  expect(texts.indexOf('地铁里写的第一句')).toBeLessThan(texts.indexOf('地铁里写的第二句'))
  await expect(locateLog(member).getByText('正在发送')).toHaveCount(0)
  forgetRefusedPolls(faults)
})

test('a message sent before the connection is open goes out once it is', async ({ page, open }) => {
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await sendText(member, '先说一句')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const released = Promise.withResolvers<void>()
  await member.route(/neteaseUser\/getUser/, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = member.waitForRequest(/neteaseUser\/getUser/)
  await member.reload()
  await asked
  await sendText(member, '还没连上就说的话')
  await expect(locateButton(member, '待发送')).toBeDisabled()
  released.resolve()
  await expect(findText(member, '还没连上就说的话')).toBeVisible()
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  await expect(locateMessageBox(member)).toHaveValue('')
})

test('text typed before hydration is kept', async ({ page, open }) => {
  const { member } = await openConversation(page, open, 'doctor9')
  await agreeToChat(member)
  await sendText(member, '先说一句')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const released = Promise.withResolvers<void>()
  await member.route(/\.js(\?|$)/, async (route) => {
    await released.promise
    await route.continue()
  })
  await member.reload({ waitUntil: 'commit' })
  await locateMessageBox(member).fill('脚本还没来')
  released.resolve()
  await expect(member.locator('#chat-count')).toHaveText('5/500')
  await expect(locateMessageBox(member)).toHaveValue('脚本还没来')
  await locateMessageBox(member).press('Enter')
  await expect(findText(member, '脚本还没来')).toBeVisible()
})

test('a chat whose session ends is closed and offers to sign in', async ({ page, open }) => {
  const { member, username, password } = await openConversation(page, open, 'doctor12')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const other = await open()
  await enterAs(other, username, password)
  await other.request.post('/prod-api/auth/devices/signOut', { data: {} })
  const again = member.getByRole('link', { name: '重新登录' })
  await expect(again).toBeVisible({ timeout: 15_000 })
  await expect(member.getByText('登录信息过期重新登录')).toBeVisible()
  await expect(locateButton(member, '发送')).toBeDisabled()
  await takeConversationPicture(member, '下线')
  await expectAccessible(member, '下线')
  await expect(again).toHaveAttribute('href', /^\/login\/index/)
})

test('a kicked chat says so, also in the list, and can reconnect', async ({ page, open }) => {
  const { member, username, password } = await openConversation(page, open, 'doctor4')
  await agreeToChat(member)
  await sendText(member, '您好')
  await expect(locateLog(member).getByText('已送达')).toBeVisible()
  const kick = async () => {
    const other = await open()
    await enterAs(other, username, password)
    await other.goto('/im/index')
    await other.addScriptTag({ url: '/im/sdk.js' })
    const reply = await other.request.get('/prod-api/neteaseUser/getUser')
    const { accid, token } = ((await reply.json()) as { data: { accid: string; token: string } }).data
    const system = await other.evaluate(
      ([account, secret]) =>
        new Promise<string>((resolve) => {
          type LoginPort = { deviceId: string; os: string }
          type KickingNim = { kick: (options: { deviceIds: string[]; done: () => void }) => void }
          type NimOptions = {
            account: string
            token: string
            db: boolean
            onloginportschange: (ports: LoginPort[]) => void
          }
          const { SDK } = globalThis as unknown as {
            SDK: { NIM: { getInstance: (options: NimOptions) => KickingNim } }
          }
          const nim = SDK.NIM.getInstance({
            account: account!,
            token: secret!,
            db: false,
            onloginportschange: (ports) => {
              // after the kick, the callback comes again without devices
              const [port] = ports
              if (port) nim.kick({ deviceIds: [port.deviceId], done: () => resolve(port.os) })
            },
          })
        }),
      [accid, token],
    )
    expect(system).toMatch(/^(?:Linux|Windows|macOS)$/)
    await other.close()
  }
  await kick()
  const why = member.getByText('您的账号在另一台设备上将本机下线。如非本人操作，请尽快修改密码')
  await expect(why).toBeVisible()
  await expect(locateButton(member, '发送')).toBeDisabled()
  await takeConversationPicture(member, '被踢下线')
  await expectAccessible(member, '被踢下线')
  await locateButton(member, '返回会话列表').click()
  await expect(why).toBeVisible()
  await takeConversationPicture(member, '被踢下线-列表')
  await locateButton(member, '重新连接').click()
  await expect(why).toBeHidden()
  await member.getByRole('navigation', { name: '会话' }).getByRole('listitem').getByRole('link').click()
  await sendText(member, '我回来了')
  await expect(locateLog(member).getByText('已送达')).toHaveCount(1)
})
