// Stories of help beside the writer: while a question is written, in any other form, and above search results.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { getAccid, agreeToChat, desktop, locateMessageBox, phone, sendText } from '../support/conversation-steps.ts'
import { askQuestion, postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off', viewport: phone })

const title = /您不必一个人扛/
const words = '活着真的没意思，我不想活了'
const locateDraftCard = (page: Page) => page.getByRole('region', { name: title })
const locateCallLink = (page: Page) => locateDraftCard(page).getByRole('link', { name: '拨打12356' })

test('a question shows help while it is written, notifies no one yet, and can be sent', async ({
  page,
  open,
  request,
}) => {
  const { username } = await enterAsNewMember(page, request)
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await locateField(page, '标题').fill('最近很累，想请教老师')
  await page.locator('#field-content').fill(words)
  const card = locateDraftCard(page)
  await expect(locateCallLink(page)).toBeVisible()
  await expect(card).toContainText('您的提问可以照常发布')
  await expect(page.locator('#field-content')).toBeFocused()
  await takePicture(page, '求助卡片-提问未发布', { isWhole: false })
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '提问未发布的求助卡片')
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  const listed = await staff.request.get('/prod-api/admin/care/alerts?state=open&size=100')
  expect(JSON.stringify(await listed.json())).not.toContain(username)
  // dismissed for this level, back for a more severe one
  await card.getByRole('button', { name: '我知道了' }).click()
  await page.locator('#field-content').fill('活着真的没意思，我不想活了，真的。')
  await page.waitForResponse('**/care/draft*')
  await expect(card).toHaveCount(0)
  await page.locator('#field-content').fill('我不想活了，药都准备好了，今晚就走')
  await expect(card.getByRole('link', { name: '拨打120' })).toBeVisible()
  await page.getByRole('button', { name: '情绪困扰', pressed: false }).click()
  await locateButton(page, '发布').click()
  await expect(page.getByText('协会值班人员已收到提醒')).toBeVisible()
  await expect(card.or(page.getByRole('alert', { name: title }))).toHaveCount(1)
})

test('a message, a report and a booking show help while they are written', async ({ page, open, request }) => {
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor5')
  await enterAsNewMember(page, request)
  const card = locateDraftCard(page)
  const call = locateCallLink(page)
  await page.goto(`/im/index?to=${await getAccid(doctor)}`)
  await agreeToChat(page)
  await locateMessageBox(page).fill('今天来问一下预约')
  await page.waitForResponse('**/care/draft*')
  await expect(card).toHaveCount(0)
  await locateMessageBox(page).fill(words)
  await expect(call).toBeVisible()
  await expect(locateMessageBox(page)).toBeFocused()
  await expect(locateButton(page, '发送')).toBeInViewport()
  await takePicture(page, '求助卡片-消息未发送', { widths: [375, 1440], isWhole: false })
  await expectFitsWidth(page, 375)
  await sendText(page, words)
  await expect(page.getByRole('alert', { name: title })).toContainText('消息已照常送达')
  await expect(card).toHaveCount(0)

  await page.goto('/psychology/index?id=20')
  await locateButton(page, '举报').first().click()
  await page.getByLabel(/补充说明/).fill(words)
  await expect(call).toBeVisible()
  await takePicture(page, '求助卡片-举报未提交', { widths: [375], isWhole: false })
  await locateButton(page, '取消').click()

  await page.goto('/ConsultDetail/index?id=1')
  await page.getByRole('button', { name: /预约/ }).first().click()
  await page.getByLabel(/^主要困扰/).fill(words)
  await expect(call).toBeVisible()
  await expect(card).toContainText('预约可以照常提交')
  await takePicture(page, '求助卡片-预约未提交', { widths: [375], isWhole: false })
})

test('a rating and a complaint show help while they are written', async ({ page }) => {
  await enterAs(page, 'member6')
  await page.goto('/booking/index')
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: '已完成' }).first()
  for (const [name, label] of [
    ['评价', '想说的话'],
    ['投诉', '投诉内容'],
  ] as const) {
    await item.getByRole('button', { name: new RegExp(name) }).click()
    await page.getByLabel(new RegExp(`^${label}`)).fill(words)
    await expect(locateCallLink(page)).toBeVisible()
    await takePicture(page, `求助卡片-${name}未提交`, { widths: [375], isWhole: false })
    await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
  }
})

test('a changed question and an appeal show help while they are written', async ({ page, open, request }) => {
  await enterAsNewMember(page, request)
  const id = await askQuestion(page, '想换一份工作')
  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await postJson(staff, '/admin/question/settle', { id, decision: 'refuse', note: '请写得具体一些' })
  await page.goto(`/psychology/index?id=${id}`)
  await locateButton(page, '修改提问').click()
  await page.locator('#own-content').fill(words)
  await expect(locateCallLink(page)).toBeVisible()
  await takePicture(page, '求助卡片-修改未保存', { widths: [375], isWhole: false })
  await locateButton(page, '申诉').click()
  await expect(locateCallLink(page)).toHaveCount(0)
  await page.getByLabel('申诉理由').fill(words)
  await expect(locateCallLink(page)).toBeVisible()
  await takePicture(page, '求助卡片-申诉未提交', { widths: [375], isWhole: false })
})

test('a slow or failing reading never holds up a question', async ({ page, request }) => {
  await enterAsNewMember(page, request)
  await page.route('**/care/draft*', () => null)
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await locateField(page, '标题').fill('最近很累，想请教老师')
  await page.locator('#field-content').fill(words)
  await page.getByRole('button', { name: '情绪困扰', pressed: false }).click()
  await locateButton(page, '发布').click()
  await expect(page.getByRole('alert', { name: title })).toBeVisible()
})

test('a text in any other form shows the card where it is written, until it is dismissed', async ({
  page,
  request,
}) => {
  await enterAsNewMember(page, request)
  await page.goto('/setting/index')
  await page.getByLabel(/^昵称/).fill('我不想活了今晚就跳楼')
  await locateField(page, '邮箱').fill(`careful-${Date.now()}@example.cn`)
  await page.getByRole('radio', { name: '女' }).check()
  await locateButton(page, '保存').click()
  const card = page.getByRole('alert', { name: title })
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeInViewport()
  await takePicture(page, '求助卡片-资料', { isWhole: false })
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '资料页的求助卡片')
  await page.goto('/booking/index')
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeInViewport()
  await card.getByRole('button', { name: '关闭求助信息' }).click()
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('every search box shows help first for words of crisis', async ({ page, open, request }) => {
  const card = locateDraftCard(page)
  for (const [path, name] of [
    ['/Consult/index', '搜索咨询师'],
    ['/member/directory', '按姓名、单位或简介搜索'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel(name).fill('不想活了')
    await page.getByLabel(name).press('Enter')
    await expect(card.getByRole('link', { name: '拨打12356' })).toBeInViewport()
    await page.getByLabel(name).fill('失眠')
    await page.getByLabel(name).press('Enter')
    await expect(page).toHaveURL(/%E5%A4%B1%E7%9C%A0/)
    await expect(card).toHaveCount(0)
  }
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor5')
  await enterAsNewMember(page, request)
  await page.goto(`/im/index?to=${await getAccid(doctor)}`)
  await agreeToChat(page)
  await page.goto('/im/index')
  await page.getByLabel('搜索会话与聊天记录').fill('怎么自杀')
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeInViewport()
  await takePicture(page, '求助卡片-聊天搜索', { isWhole: false })
  await expectFitsWidth(page, 375)
  await page.getByLabel('搜索会话与聊天记录').fill('')
  await expect(card).toHaveCount(0)
})
