// Stories of the message centre and the bell: arrival, tabs, read state, and channels.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { enterAsCounsellor, postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, enterAsNewMember, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const locateMain = (page: Page) => page.getByRole('main')
const locateMessage = (page: Page, words: string | RegExp) => locateMain(page).getByRole('link', { name: words })
const locateBell = (page: Page) => page.locator('[data-notice-bell] summary')
const locateTab = (page: Page, name: string) => locateMain(page).getByRole('link', { name, exact: true })

test('each type of message is under its tab; the bell shows and links new ones; read ones no longer count', async ({
  page,
  open,
  request,
}) => {
  const admin = await open()
  await enterAs(admin, 'admin')
  await enterAsCounsellor(page, admin)
  const asker = await open()
  const { username } = await enterAsNewMember(asker, request)

  // types: 5 is the result of a report, 1 an answer to a collected question, 3 a like
  const askQuestion = (title: string) =>
    postJson<{ id: number }>(asker, '/problem/add', { title, content: '想听听大家的办法。', tagIds: [1], anonymous: 2 })
  const question = `开会前总是手心出汗 ${username}`
  const { id } = await askQuestion(question)
  await postJson(page, '/problem/report', { problemId: id, reason: 'advertising' })
  await postJson(admin, '/admin/question/settle', { id, decision: 'dismiss', note: '' })
  await postJson(page, '/problemStemCollect/add', { problemId: id })
  const doctor = await open()
  await enterAs(doctor, 'doctor5')
  await postJson(doctor, '/problemAnswer/add', { problemId: id, content: '提前十分钟到场，先慢慢呼气。' })
  // users who collected the question are notified by a job
  const countUnread = async () =>
    ((await (await page.request.get('/prod-api/message/unreadCount')).json()) as { data: { notice: number } }).data
      .notice
  await expect.poll(countUnread, { timeout: 20_000 }).toBe(1)
  const own = await postJson<{ id: number }>(page, '/problemAnswer/add', {
    problemId: id,
    content: '把要说的第一句写下来。',
  })
  await postJson(asker, '/problemAnswerLike/add', { problemAnswerId: own.id })
  // type 6 is a bulletin
  const title = `值班表已更新 ${username}`
  await postJson(admin, '/admin/bulletin', { title, content: '请各位查看下月值班表。', audience: 'counsellors' })
  const sentences = {
    公告: title,
    审核: '您举报的内容经核实未发现违规',
    回答: new RegExp(`回答了您收藏的问题：${question}`),
    点赞: new RegExp(`赞了您的回答：${question}`),
  }

  await page.goto('/')
  await expect(locateBell(page)).toHaveAttribute('aria-label', /^通知，4条未读$/)
  await locateBell(page).click()
  const notices = page.locator('[data-notice-bell]')
  const rows = notices.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(title)
  await expect(rows.nth(1)).toContainText(sentences.审核)
  await takePicture(page, '通知浮层', { isWhole: false })
  await expectAccessible(page, '通知浮层')
  await notices.getByRole('button', { name: /^通知/ }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(sentences.点赞)
  await expect(rows.nth(1)).toContainText(sentences.回答)
  await notices.getByRole('button', { name: /^官方/ }).click()
  await notices.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/detail\/index\?id=9\d{8}$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(locateMain(page)).toContainText('请各位查看下月值班表。')
  await expect(locateBell(page)).toHaveAttribute('aria-label', '通知，3条未读')
  await locateBell(page).click()
  await notices.getByRole('link', { name: '查看全部' }).click()
  await expect(page).toHaveURL(/\/message\/index$/)

  await test.step('the link from the bell has marked the bulletin as read', async () => {
    await expect(locateMain(page).getByRole('listitem').getByText('未读')).toHaveCount(1)
    const expectUnder = async (place: string, name: string, expected: (keyof typeof sentences)[]) => {
      await locateTab(page, place).click()
      await locateTab(page, name).click()
      for (const [kind, words] of Object.entries(sentences))
        await expect(locateMessage(page, words)).toHaveCount(expected.some((each) => each === kind) ? 1 : 0)
    }
    await expectUnder('官方', '全部', ['公告', '审核'])
    await takePicture(page, '消息中心官方')
    await expectUnder('官方', '公告', ['公告'])
    await expectUnder('官方', '审核', ['审核'])
    await expectUnder('通知', '全部', ['回答', '点赞'])
    await takePicture(page, '消息中心通知')
    await expectUnder('通知', '回答', ['回答'])
    await expectUnder('通知', '点赞', ['点赞'])
  })

  await test.step('a click marks the message as read and opens the question; the others are marked together', async () => {
    await locateMessage(page, sentences.点赞).click()
    await expect(page).toHaveURL(new RegExp(`/psychology/index\\?id=${id}`))
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
    await expect(locateBell(page)).toHaveAttribute('aria-label', '通知，2条未读')
    await page.goto('/message/index?tab=2')
    await expect(locateMessage(page, sentences.点赞)).not.toContainText('未读')
    await expect(locateMessage(page, sentences.回答)).toContainText('未读')
    await locateMain(page).getByRole('button', { name: '全部已读' }).click()
    await expect(locateMain(page).getByText('未读', { exact: true })).toHaveCount(0)
    await expect(locateBell(page)).toHaveAttribute('aria-label', '通知')
    await page.reload()
    await expect(locateMessage(page, sentences.回答)).toBeVisible()
    await expect(locateMain(page).getByText('未读', { exact: true })).toHaveCount(0)
  })
})

test('the bell marks everything as read, and shows that it is empty', async ({ page, open, request }) => {
  const member = await enterAsNewMember(page, request)
  const titles = ['睡前总想刷手机', '醒来总是很累'].map((words) => `${words} ${member.username}`)
  const doctor = await open()
  await enterAs(doctor, 'doctor6')
  for (const title of titles) {
    const question = { title, content: '想知道怎么调整。', tagIds: [2], anonymous: 1 }
    const { id } = await postJson<{ id: number }>(page, '/problem/add', question)
    await postJson(doctor, '/problemAnswer/add', { problemId: id, content: '先把手机放在客厅。' })
  }
  await page.goto('/Consult/index')
  await expect(locateBell(page)).toHaveAttribute('aria-label', '通知，2条未读')
  await locateBell(page).click()
  const notices = page.locator('[data-notice-bell]')
  await notices.getByRole('button', { name: /^通知/ }).click()
  await expect(notices.getByRole('listitem')).toHaveCount(2)
  await notices.getByRole('button', { name: '全部已读' }).click()
  await expect(notices.getByText('没有未读消息')).toBeVisible()
  await expect(locateBell(page)).toHaveAttribute('aria-label', '通知')
  await takePicture(page, '通知浮层没有未读', { isWhole: false })
  await page.goto('/message/index?tab=2')
  for (const title of titles) await expect(locateMessage(page, title)).not.toContainText('未读')
})

test('disabled channels and quiet hours are saved, and a disabled kind does not notify', async ({
  page,
  open,
  request,
}) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  await page.goto('/message/index?tab=3')
  const site = page.getByRole('checkbox', { name: '新的回复：站内' })
  const mail = page.getByRole('checkbox', { name: '新的回复：邮件' })
  await expect(page.getByRole('checkbox', { name: '协会公告：站内' })).toBeDisabled()
  await mail.uncheck()
  await expect(page.locator('#toasts')).toContainText('已保存')
  await site.uncheck()
  const [from, to] = [page.getByLabel('从', { exact: true }), page.getByLabel('到', { exact: true })]
  await expect(from).toBeDisabled()
  await page.getByLabel(/在以下时段不发送/).check()
  await from.fill('21:30')
  await to.fill('21:30')
  await expect(page.locator('#toasts')).toContainText('免打扰的开始与结束时间不能相同')
  await expect(page.getByText('改动还没有保存。')).toBeVisible()
  await takePicture(page, '消息设置没有保存')
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok())
  await to.fill('07:15')
  await saved
  await expect(page.getByText('改动还没有保存。')).toHaveCount(0)
  await page.reload()
  await expect(site).not.toBeChecked()
  await expect(mail).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: '审核结果：邮件' })).toBeChecked()
  await expect(from).toHaveValue('21:30')
  await expect(to).toHaveValue('07:15')
  await expectFitsWidth(page, 375)
  await takePicture(page, '消息设置已改')

  const question = { title: `换季容易低落 ${member.username}`, content: '怎么办。', tagIds: [1], anonymous: 1 }
  const { id } = await postJson<{ id: number }>(page, '/problem/add', question)
  const doctor = await open()
  await enterAs(doctor, 'doctor6')
  await postJson(doctor, '/problemAnswer/add', { problemId: id, content: '多晒太阳，固定作息。' })
  const admin = await open()
  await enterAs(admin, 'admin')
  await postJson(admin, '/admin/question/settle', { id, decision: 'refuse', note: '内容过短' })
  await page.goto('/message/index')
  // the later message causes a notice; the earlier answer is only listed
  await expect(locateMessage(page, /未予发布：内容过短/)).toContainText('未读')
  await expect(locateBell(page)).toHaveAttribute('aria-label', '通知，1条未读')
  await locateTab(page, '通知').click()
  await expect(locateMessage(page, question.title)).toBeVisible()
  await expect(locateMessage(page, question.title)).not.toContainText('未读')
})
