// Story of a live lecture: staff publish it, a user watches, a moderator leads fifty guests, and the replay follows.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText, locateDialog } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { createGuestAccount, enterAsGuest, expectAllConnected, type Guest } from './guests.ts'
import {
  chinaTime,
  countAddresses,
  currentTime,
  desktop,
  isPlaying,
  locateLine,
  locateMute,
  openTab,
  play,
  publishLecture,
  recordAddresses,
  streamPort,
  write,
} from './lecture-steps.ts'
import { startStream } from './stream-server.ts'

test.use({ trace: 'off' })
test('staff publish a lecture, a moderator leads fifty guests, and a user earns credits and sees the replay', async ({
  page,
  open,
  request,
  playwright,
  baseURL,
  faults,
}) => {
  test.setTimeout(420_000)
  const stream = await startStream(streamPort)
  const guests: Guest[] = []
  try {
    const title = createUniqueText('情绪公开课')
    const staff = await open({ viewport: desktop })
    const id = await publishLecture(staff, title, stream.origin)
    const callAsEditor = await signInAsSecretariat(request)
    const change = async (fields: object) => {
      const saved = await callAsEditor<Record<string, unknown>>('GET', `/admin/lecture?id=${id}`)
      await callAsEditor('PUT', '/admin/lecture', { ...saved, ...fields })
    }
    await change({ streamUrl: `${stream.origin}/replay.m3u8?live` })

    const member = await createMember(request)
    await test.step('a visitor finds the lecture, and signs in to take part', async () => {
      await page.setViewportSize({ width: 375, height: 812 })
      await page.goto('/lectures')
      await expectAccessible(page, '直播讲座')
      await expectFitsWidth(page, 375)
      await takePicture(page, '直播讲座')
      await page.getByRole('link', { name: title }).click()
      await expect(page.getByText('请文明发言')).toBeVisible()
      await expectFitsWidth(page, 375)
      await expectAccessible(page, '讲座')
      await locateButton(page, '登录后发言').click()
      await expect(page.getByRole('dialog', { name: '请先登录后再参与交流' })).toBeVisible()
      await enterAs(page, member.username, member.password)
      await page.goto(`/lectures/detail?id=${id}&open=chat`)
      await expect(page.getByLabel('说点什么')).toBeFocused()
    })

    await test.step('the signal is not there yet, and then it is', async () => {
      await change({ streamUrl: `${stream.origin}/live.m3u8` })
      await page.addInitScript(recordAddresses)
      await page.reload()
      await expect(page.getByText(/直播信号还没有准备好/)).toBeVisible()
      expect(await countAddresses(page), 'addresses for a stream without pictures').toBe(0)
      await takePicture(page, '讲座-没有信号')
      stream.begin()
      await expect(page.getByText(/直播信号还没有准备好/)).toHaveCount(0, { timeout: 30_000 })
      await play(page)
      await expect.poll(() => currentTime(page)).toBeGreaterThan(0)
    })
    const startedAt = await currentTime(page)

    await test.step('the signal breaks off, and the player goes on when it is back', async () => {
      stream.setPaused(true)
      await expect(page.getByText(/直播信号还没有准备好/)).toBeVisible({ timeout: 60_000 })
      stream.setPaused(false)
      await expect.poll(() => isPlaying(page), { timeout: 30_000 }).toBe(true)
    })

    const { chatroomId } = await callAsEditor<{ chatroomId: string }>('GET', `/lecture/getById?id=${id}`)
    const accounts = await Promise.all(
      Array.from({ length: 8 }, () => createGuestAccount(() => playwright.request.newContext({ baseURL: baseURL! }))),
    )
    await test.step('fifty guests, eight of them with an account', async () => {
      guests.push(
        ...accounts.map(({ login }) => enterAsGuest(baseURL!, chatroomId, login)),
        ...Array.from({ length: 42 }, () => enterAsGuest(baseURL!, chatroomId, null)),
      )
      await expectAllConnected(guests)
      expect(await guests[20]!.write('我没有登录')).toMatchObject({ code: 403 })
      expect(
        await Promise.all(guests.slice(0, 8).map((guest, index) => guest.write(`大家好，我是${index}号`))),
      ).toEqual(Array.from({ length: 8 }, () => null))
      await expect(locateLine(page, '我是7号')).toBeVisible()
      await write(page, '老师好')
      await expect(locateLine(page, '老师好')).toBeVisible()
      await expect.poll(() => guests.filter((guest) => guest.texts().includes('老师好')).length).toBe(50)
    })

    const lead = await open({ viewport: desktop })
    await test.step('the moderator opens the lecture', async () => {
      await enterAs(lead, 'doctor9')
      await lead.goto(`/lectures/detail?id=${id}`)
      await expect(locateLine(lead, '老师好')).toBeVisible()
      await write(lead, '欢迎大家')
      await expect(locateLine(page, '欢迎大家')).toBeVisible()
      await lead.getByLabel('慢速模式').selectOption('30')
      await locateButton(lead, '确定').click()
      await expect(page.getByPlaceholder('每30秒一条')).toBeVisible()
      // a flooding guest gets a clear answer, and the text stays in the field
      await write(page, '第二句')
      await expect(page.getByText(/发言太快了，请等\d+秒再发/)).toBeVisible()
      await expect(page.getByLabel('说点什么')).toHaveValue('第二句')
      await takePicture(page, '讲座-慢速模式')
      const flood = await Promise.all(Array.from({ length: 20 }, (_, index) => guests[1]!.write(`刷屏${index}`)))
      expect(flood.filter((refusal) => refusal === null).length).toBeLessThanOrEqual(1)
      expect(flood.find((refusal) => refusal !== null)).toMatchObject({ code: 416 })
    })

    await test.step('questions and raised hands', async () => {
      await openTab(page, /^提问/)
      await page.getByLabel('我的问题').fill('生气的时候怎么停下来？')
      await locateButton(page, '提交问题').click()
      await expect(page.getByText('等待', { exact: true })).toBeVisible()
      await accounts[2]!.call('POST', '/lecture/hand', { id, isRaised: true })
      await openTab(page, /^聊天/)
      await locateButton(page, '举手').click()
      await expect(locateButton(page, '放下手')).toBeVisible()
      await openTab(lead, /^举手（2）/)
      await expectAccessible(lead, '讲座-举手')
      await takePicture(lead, '讲座-举手')
      await lead
        .getByRole('button', { name: /^放下.*的手$/ })
        .first()
        .click()
      await expect(lead.getByRole('button', { name: /^举手（1）/ })).toBeVisible()
      await openTab(lead, /^提问（1）/)
      await lead.getByRole('button', { name: /^标为已在直播中回答/ }).click()
      await openTab(page, /^提问/)
      await expect(page.getByText('已在直播中回答', { exact: true })).toBeVisible()
      await takePicture(lead, '讲座-提问')
      await openTab(page, /^聊天/)
    })

    await test.step('removing a message, muting, and the pinned announcement', async () => {
      await openTab(lead, /^聊天/)
      await lead.getByRole('button', { name: /的消息：大家好，我是3号$/ }).click()
      await lead.getByRole('button', { name: /^移除.*的这条消息$/ }).click()
      await locateDialog(lead).getByRole('button', { name: '移除', exact: true }).click()
      await expect(locateLine(page, '我是3号')).toHaveCount(0)
      await lead.getByRole('button', { name: /的消息：大家好，我是4号$/ }).click()
      await locateMute(lead).click()
      await expect(lead.locator('#toasts')).toContainText('10分钟')
      expect(await guests[4]!.write('我还能说吗')).toMatchObject({ code: 13_004 })
      await locateButton(lead, '改公告').click()
      await lead.getByLabel('公告', { exact: true }).fill('八点半开始回答提问')
      await locateDialog(lead).getByRole('button', { name: '保存' }).click()
      await expect(page.getByText('八点半开始回答提问')).toBeVisible()
      await takePicture(lead, '讲座-主持人')
      await takePicture(page, '讲座-直播')
    })

    await test.step('the moderator loses the role while a mute is on its way', async () => {
      await lead.getByRole('button', { name: /的消息：大家好，我是5号$/ }).click()
      // either the notice or the refusal of the mute comes first; the page says the same
      const dismissal = callAsEditor('POST', '/admin/lecture/moderator', { id, username: 'doctor9', isAdded: false })
      await Promise.allSettled([dismissal, locateMute(lead).last().click({ timeout: 3_000 })])
      await expect(lead.locator('#toasts')).toContainText('您不再是这场讲座的主持人')
      await expect(lead.getByRole('button', { name: '改公告' })).toHaveCount(0)
      await expect(lead.getByRole('button', { name: /^管理/ })).toHaveCount(0)
    })

    await test.step('a text that sounds like danger shows the help card to its writer only', async () => {
      await callAsEditor('POST', '/admin/lecture/moderator', { id, username: 'doctor9', isAdded: true })
      await change({ slowSeconds: 0 })
      await expect(page.getByPlaceholder('说点什么', { exact: true })).toBeVisible()
      await page.getByLabel('说点什么').fill('活着没意思，我想死')
      // the page still waits for the end of the refusal before
      await expect(async () => {
        if (await page.getByLabel('说点什么').inputValue()) await locateButton(page, '发送').click()
        await expect(locateLine(page, '活着没意思')).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
      await expect(locateButton(page, '收起')).toBeVisible()
      await expect(lead.getByRole('button', { name: '收起' })).toHaveCount(0)
      await takePicture(page, '讲座-求助卡')
      await write(page, '谢谢老师')
      await expect(locateLine(page, '谢谢老师')).toBeVisible()
    })

    await test.step('a minute of watching earns the credits', async () => {
      await expect(page.getByText('1学分已记入“我的学分与证书”。')).toBeVisible({ timeout: 120_000 })
      expect(await currentTime(page)).toBeGreaterThan(startedAt)
    })

    await test.step('after the end the room closes, and the replay brings the chat in step', async () => {
      await change({ startTime: chinaTime(-70), endTime: chinaTime(-20), replayUrl: `${stream.origin}/replay.m3u8` })
      await expect(page.getByRole('heading', { name: '当时的聊天' })).toBeVisible({ timeout: 60_000 })
      await expect.poll(() => guests.filter((guest) => guest.ends() > 0).length, { timeout: 60_000 }).toBe(50)
      await page.goto('/academic/credits')
      await expect(page.getByText(title)).toBeVisible()
      await expect(page.getByText('1学分', { exact: true })).toBeVisible()
      await takePicture(page, '讲座-学分')
      const replayFrom = chinaTime(-5)
      await change({ replayFrom })
      await page.goto(`/lectures/detail?id=${id}`)
      await expect(page.getByText('播放后，当时的聊天会随画面出现')).toBeVisible()
      const seek = (seconds: number) =>
        page.locator('video').evaluate((video: HTMLVideoElement, at) => void (video.currentTime = at), seconds)
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
        .toBeGreaterThan(200)
      await seek(299)
      // the replay shows the text after it, but not the one that sounds like danger
      await expect(locateLine(page, '谢谢老师')).toBeVisible()
      await expect(locateLine(page, '活着没意思')).toHaveCount(0)
      // a replay that breaks off goes on where it was
      await play(page)
      stream.setPaused(true)
      await seek(150)
      await expect(page.getByText(/回放暂时打不开/)).toBeVisible({ timeout: 90_000 })
      stream.setPaused(false)
      await expect.poll(() => isPlaying(page), { timeout: 30_000 }).toBe(true)
      expect(await currentTime(page)).toBeGreaterThanOrEqual(150)
      await seek(1)
      await expect(locateLine(page, '谢谢老师')).toHaveCount(0)
      await takePicture(page, '讲座-回放')
      await expectAccessible(page, '讲座-回放')
    })

    await test.step('staff see who watched', async () => {
      await staff.goto(`/admin/lecture-attendance/${id}`)
      await expect(staff.getByText(member.username).first()).toBeVisible()
      await expect(staff.getByText('已记学分').first()).toBeVisible()
      await takePicture(staff, '后台-讲座-观看记录')
      await staff.getByRole('button', { name: /^撤销学分：/ }).click()
      await staff.getByLabel('原因').fill('重复参加')
      await locateDialog(staff).getByRole('button', { name: '确定', exact: true }).click()
      await expect(staff.getByText('未记').first()).toBeVisible()
      // players that go on would miss the stream that ends below
      for (const side of [page, lead]) await side.goto('about:blank')
      // the stream was away on purpose
      const others = faults.filter((fault) => !/\/(?:(?:live|replay)\.m3u8|\d+\.ts)/.test(fault))
      faults.splice(0, faults.length, ...others)
    })
  } finally {
    for (const guest of guests) guest.leave()
    stream.close()
  }
})

test('a visitor plays the recording of a past lecture, with its chat in step', async ({ page }) => {
  await page.goto('/lectures')
  await page.getByRole('link', { name: '睡不着的夜晚：失眠的自我调节' }).click()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
    .toBeGreaterThan(100)
  await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 60))
  await expect(locateLine(page, '这正是今天要讲的第一个方法')).toBeVisible()
  await expect(locateLine(page, '三个方法都记下了')).toHaveCount(0)
  await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 110))
  await expect(locateLine(page, '三个方法都记下了')).toBeVisible()
  await expect(page.getByText('中午还能睡午觉吗？')).toBeVisible()
  await expect(page.getByText('下午三点以前')).toBeVisible()
  await expectAccessible(page, '往期讲座')
  await expectFitsWidth(page, 375)
  await takePicture(page, '往期讲座')
})
