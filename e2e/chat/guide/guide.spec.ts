// Stories of the guide of the site, a robot that answers from published pages.
import {
  desktop,
  findText,
  locateLog,
  phone,
  sendText,
  takeConversationPicture,
} from '../../support/conversation-steps.ts'
import { takePicture } from '../../support/pictures.ts'
import { createMember, enterAs, expect, locateButton, test } from '../../support/visitor.ts'

test('a visitor signs in to ask the guide, and follows the source of its answer', async ({ page }) => {
  await page.setViewportSize(desktop)
  const member = await createMember(page.request)
  await page.goto('/psychology/index')
  await page.getByRole('link', { name: '问问站内向导' }).first().click()
  const notice = page.getByRole('note')
  await expect(notice).toContainText('请先登录，再问站内向导')
  for (const [name, path] of [
    ['心理问答', '/psychology/index'],
    ['咨询师名单', '/Consult/index'],
    ['协会动态', '/dynamic/index'],
  ] as const)
    await expect(notice.getByRole('link', { name })).toHaveAttribute('href', path)
  await takePicture(page, '向导-先登录')
  await page.goto('/login/index')
  await expect(page.getByRole('note')).toHaveCount(0)
  await enterAs(page, member.username, member.password)
  await page.goto('/im/index')
  await page.getByRole('link', { name: /问问站内向导（机器人）/ }).click()
  await expect(page).toHaveURL(/to=guide$/)
  await expect(page.getByRole('heading', { name: '站内向导机器人' })).toBeVisible()
  await expect(locateLog(page).getByText('我是站内向导，是一台机器', { exact: false })).toBeVisible()
  await expect(page.getByLabel('发送图片')).toHaveCount(0)
  await takeConversationPicture(page, '向导-问候')
  await locateLog(page).getByRole('button', { name: '怎样找咨询师' }).click()
  await expect(locateLog(page).getByRole('link', { name: '《怎样找咨询师》' })).toBeVisible()
  await sendText(page, '情绪低落是不是抑郁症')
  const source = locateLog(page).getByRole('link', { name: '《情绪低落就是抑郁症吗？》' })
  await expect(source).toBeVisible()
  await takeConversationPicture(page, '向导-出处')
  await page.setViewportSize(phone)
  await takeConversationPicture(page, '向导-出处')
  await source.click()
  await expect(page.getByRole('heading', { name: '情绪低落就是抑郁症吗？' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '站内向导机器人' })).toBeVisible()
  // the greeting is not repeated
  await expect(locateLog(page).getByText('您好，我是站内向导', { exact: false })).toHaveCount(1)
  await page.goto('/im/index')
  await expect(page.getByRole('link', { name: /站内向导/ })).toContainText('机器人')
})

test('a visitor asks two things in dialect, then about the machine, and gets near questions', async ({ page }) => {
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  await page.goto('/im/index?to=guide')
  await sendText(page, '考试咋报名 还有发票怎么开')
  await expect(locateLog(page).getByRole('link', { name: '《怎样参加考试》' })).toBeVisible()
  await expect(locateLog(page).getByRole('link', { name: '《怎样开票据或发票》' })).toBeVisible()
  await sendText(page, '你是真人吗')
  await expect(locateLog(page).getByText('我是机器，不是人', { exact: false }).first()).toBeVisible()
  await sendText(page, '考试楼旁边的打印店几点关门，交卷以后去打印方便吗')
  await expect(locateLog(page).getByText('您是不是想问', { exact: false })).toBeVisible()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    await takeConversationPicture(page, '向导-相近的问题')
  }
  await locateLog(page).getByRole('button', { name: '怎样参加考试' }).click()
  await expect(locateLog(page).getByRole('link', { name: '《怎样参加考试》' })).toHaveCount(2)
})

test('a person in danger gets the hotline and the help card, and no search', async ({ page }) => {
  await page.setViewportSize(phone)
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  await page.goto('/im/index?to=guide')
  await expect(locateLog(page).getByText('我是站内向导，是一台机器', { exact: false })).toBeVisible()
  await sendText(page, '我不想活了，今晚就跳楼')
  await expect(locateLog(page).getByText('我是机器，帮不上这样的忙', { exact: false })).toBeVisible()
  await expect(findText(page, '我在本站找到这些内容：')).toHaveCount(0)
  await expect(locateLog(page).getByRole('link', { name: '找咨询师' })).toHaveAttribute('href', '/Consult/index')
  await expect(page.getByRole('link', { name: /12356/ }).first()).toBeVisible()
  // the card leaves room for the answer
  const answer = locateLog(page).locator('.chat-bubble').last()
  const care = page.locator('.chat-care')
  await expect(care).toBeVisible()
  await expect
    .poll(async () => {
      const [log, card] = [await locateLog(page).boundingBox(), await care.boundingBox()]
      return log!.y + log!.height <= card!.y + 1 && log!.height
    })
    .toBeGreaterThan(180)
  await expect(answer).toBeInViewport({ ratio: 0.5 })
  await takeConversationPicture(page, '向导-求助')
  await sendText(page, '今天股票涨了没有')
  await expect(locateLog(page).getByText('我还记得您刚才的话', { exact: false })).toBeVisible()
  await sendText(page, '我想找林静安老师聊聊')
  await expect(locateLog(page).getByText('我还记得您刚才的话', { exact: false })).toHaveCount(2)
  await expect(locateLog(page).getByRole('link', { name: '《林静安》' })).toHaveAttribute('href', /ConsultDetail/)
  await takeConversationPicture(page, '向导-求助之后')
  await expect(locateButton(page, '发送')).toBeDisabled()
})
