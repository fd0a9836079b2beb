// Story of a crisis message: only its writer sees the help card, and staff follow up the crisis alert.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import {
  getAccid,
  agreeToChat,
  desktop,
  locateLog,
  openConversation,
  phone,
  takeConversationPicture,
  findText,
  sendText,
} from '../support/conversation-steps.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** The id of this writer's open alert, read through the API. */
async function findAlertId(staff: Page, username: string): Promise<number> {
  const reply = await staff.request.get('/prod-api/admin/care/alerts?state=open&size=100')
  const { data } = (await reply.json()) as { data: { content: { id: number; writerName: string }[] } }
  return data.content.find(({ writerName }) => writerName === username)!.id
}

test('the writer sees where to find help, the counsellor only the message, and staff follow the alert', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  const { member, doctor, username } = await openConversation(page, open, 'doctor3')
  await agreeToChat(member)
  await sendText(member, '活着真的没意思，我不想活了')
  const card = member.getByRole('alert', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toHaveAttribute('href', 'tel:12356')
  await expect(findText(member, '活着真的没意思，我不想活了')).toBeVisible()
  for (const number of [/^拨打12356/, /^拨打12355/])
    expect((await card.getByRole('link', { name: number }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectFitsWidth(member, 375)
  await expectAccessible(member, '求助卡片')
  await takeConversationPicture(member, '求助卡片')
  // the card stays until it is dismissed, and can be folded to show the conversation
  await member.reload()
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
  await locateButton(member, '写信给值班人员').click()
  await member.getByLabel('写给值班人员的话').fill('我现在一个人在家，请给我打电话')
  await takeConversationPicture(member, '写信给值班人员')
  await locateButton(member, '送出').click()
  await expect(card.getByText('信已送到，值班人员会尽快看')).toBeVisible()
  await card.getByRole('heading').click()
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeHidden()
  await takeConversationPicture(member, '求助卡片收起')
  await card.getByRole('heading').click()
  const talks = doctor.getByRole('navigation', { name: '会话' }).getByRole('link')
  const ownTalk = talks.filter({ hasText: '活着真的没意思' }).first()
  await ownTalk.click()
  await expect(findText(doctor, '活着真的没意思，我不想活了')).toBeVisible()
  await expect(doctor.getByRole('alert', { name: /您不必一个人扛/ })).toHaveCount(0)
  // the counsellor sees level, time and duty staff, finds the alert in the list and in the title, and follows the
  // protocol
  const bar = doctor.getByRole('region', { name: '危机应对' })
  await expect(bar).toContainText(/有轻生念头 · \d\d:\d\d起 · 值班人员尚未接手/)
  await expect(doctor).toHaveTitle(/^【危机\d+】/)
  await expect(ownTalk).toContainText('有轻生念头')
  // another story may have raised a newer alert with this counsellor
  await expect(talks.first()).toHaveAttribute('data-crisis', 'true')
  await locateButton(doctor, '危机提示音').click()
  await takePicture(doctor, '聊天-危机会话', { isWhole: false })
  await bar.getByRole('button', { name: '怎么应对' }).click()
  await doctor.setViewportSize(phone)
  // uncovered, although the line of the state wraps on a phone
  await bar.getByRole('button', { name: '收起' }).click({ trial: true })
  await doctor.setViewportSize(desktop)
  await takePicture(doctor, '聊天-危机应对', { isWhole: false })
  await expectAccessible(doctor, '危机应对')
  await bar.getByRole('button', { name: '问过了' }).click()
  await expect(bar.getByRole('button', { name: /问过了（\d\d:\d\d）/ })).toBeVisible()
  await bar.getByLabel('对方说了什么、您做了什么、现在怎么样').fill('对方一个人在家，愿意接电话')
  await locateButton(bar.getByRole('listitem'), '呼叫值班人员').click()
  await expect(bar).toContainText(/已呼叫值班人员（\d\d:\d\d），等待接手/)
  await expect(bar.getByRole('button', { name: /^再次呼叫（/ })).toBeVisible()
  await bar.getByRole('button', { name: '收起' }).click()
  await card.getByRole('button', { name: '我知道了' }).click()
  await expect(card).toHaveCount(0)
  await member.reload()
  await expect(findText(member, '活着真的没意思，我不想活了')).toBeVisible()
  await expect(card).toHaveCount(0)
  await sendText(member, '谢谢，我先去打电话')
  await expect(locateLog(member).getByText('谢谢，我先去打电话')).toBeVisible()

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/care')
  await expect(staff.getByText(/有\d+条提醒还没有人接手/)).toBeVisible()
  await expect(staff.getByText(/^咨询师呼叫值班 \d\d:\d\d$/).first()).toBeVisible()
  await takePicture(staff, '危机提醒列表')
  await expect(staff.getByRole('link', { name: /^查看并接手：/ }).first()).toBeVisible()
  await staff.goto(`/admin/care/${await findAlertId(staff, username)}`)
  await locateButton(staff, '由我接手').click()
  await expect(staff.getByText('跟进中', { exact: true })).toBeVisible()
  await expect(staff.getByRole('region', { name: '基本情况' })).toBeFocused()
  await expect(staff.getByText('对方一个人在家，愿意接电话')).toBeVisible()
  await expect(bar).toContainText('值班人员已接手', { timeout: 20_000 })
  await locateButton(staff, '查看对话与手机号').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('查看理由').fill('核实是否有紧迫危险')
  await locateButton(staff, '查看').click()
  // one reason opens all data, and the words that raised the alert are marked
  const texts = staff.getByRole('list', { name: /^内容：与/ })
  await expect(texts.locator('mark').first()).toHaveText('活着真的没意思，我不想活了')
  await expect(staff.getByRole('list', { name: '内容：写给值班人员的信' })).toContainText('我现在一个人在家')
  await expect(staff.getByRole('link', { name: /^1\d{10}$/ })).toBeVisible()
  // the screen ends the hour of access, too
  const late = await open({ viewport: desktop })
  await enterAs(late, 'service')
  await late.goto(staff.url())
  await locateButton(late, '查看对话与手机号').click()
  await expect(late.getByRole('link', { name: /^1\d{10}$/ })).toBeVisible()
  await late.clock.setFixedTime(Date.now() + 3_601_000)
  await expect(late.getByText('一小时的查看时间已到')).toBeVisible()
  await expect(late.getByRole('link', { name: /^1\d{10}$/ })).toHaveCount(0)
  await expect(late.getByRole('list', { name: /^内容：与/ })).toHaveCount(0)
  await takePicture(late, '危机查看时间已到', { isWhole: false })
  await staff.getByLabel('跟进情况').fill('已电话联系本人，家人在身边')
  await staff.getByLabel('下次回访').click()
  await staff.getByText('1天后').click()
  await locateButton(staff, '保存记录').click()
  await expect(staff.getByText('已电话联系本人，家人在身边')).toBeVisible()
  await expect(staff.getByText('下次回访').first()).toBeVisible()
  await expect(staff.locator('.ant-btn-loading')).toHaveCount(0)
  await expectAccessible(staff, '危机跟进')
  await takePicture(staff, '危机跟进')
  await locateButton(staff, '交接').click()
  await staff.getByRole('combobox', { name: '接手人' }).click()
  await staff
    .getByTitle(/管理员|心桥/)
    .last()
    .click()
  await staff.getByLabel('交接说明').fill('今晚八点再联系一次')
  await takePicture(staff, '危机交接', { isWhole: false })
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: /^交\s*接$/ })
    .click()
  await expect(staff.getByText('今晚八点再联系一次')).toBeVisible()

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  await admin.goto('/admin/audit')
  await expect(admin.getByRole('cell', { name: '核实是否有紧迫危险' }).first()).toBeVisible()
  await locateButton(admin, '核对完整性').click()
  await expect(admin.getByText(/逐条核对无误/)).toBeVisible()
})

const levels = [
  {
    level: '有计划或行动',
    title: /您不必一个人扛/,
    words: '我不想活了，药都准备好了',
    numbers: ['12356', '120', '110'],
  },
  { level: '有轻生念头', title: /您不必一个人扛/, words: '活着真的没意思，我不想活了', numbers: ['12356', '12355'] },
  { level: '他人有危险', title: /担心身边的人/, words: '我朋友说他想自杀，怎么办', numbers: ['12356', '120', '110'] },
  {
    level: '暴力或虐待',
    title: /这不是您的错/,
    words: '我爸喝了酒就打我和妈妈，我很害怕',
    numbers: ['110', '12338', '12355', '12356'],
  },
]
for (const { level, title, words, numbers } of levels)
  test(`a question shows its writer the card with the right numbers: ${level}`, async ({ page, request }) => {
    await enterAsNewMember(page, request)
    await page.setViewportSize(phone)
    await page.goto('/psychology/index')
    await locateButton(page, '我要提问').click()
    await locateField(page, '标题').fill(`想请教老师 ${Date.now()}`)
    await page.locator('#field-content').fill(words)
    await page.getByRole('button', { name: '情绪困扰', pressed: false }).click()
    await locateButton(page, '发布').click()
    const card = page.getByRole('region', { name: title }).or(page.getByRole('alert', { name: title }))
    for (const number of numbers) {
      const callLink = card.getByRole('link', { name: `拨打${number}` })
      await expect(callLink).toHaveAttribute('href', `tel:${number}`)
      expect((await callLink.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
    await expect(card.getByRole('listitem')).toHaveCount(3)
    await takePicture(page, `求助卡片-${level}`, { isWhole: false })
    await expectAccessible(page, '求助卡片')
    await page.reload()
    await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
    await card.getByRole('button', { name: '我知道了' }).click()
    await expect(card).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(card).toHaveCount(0)
  })

test('a booking shows its writer the card, which returns after a reload until it is dismissed', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  await enterAsNewMember(page, request)
  await page.setViewportSize(phone)
  await page.goto('/ConsultDetail/index?id=12')
  await locateButton(page, '预约咨询').click()
  const dialog = page.getByRole('dialog', { name: /^预约/ })
  await dialog.getByRole('group', { name: '日期' }).getByRole('button').last().click()
  await dialog.getByRole('group', { name: /^时间/ }).getByRole('button').last().click()
  await dialog.getByLabel(/^主要困扰/).fill('我不想活了，药都准备好了')
  await dialog.getByLabel(/我已阅读并同意/).check()
  await locateButton(page, '提交预约').click()
  const shown = page.getByRole('dialog', { name: '请先照顾好自己' })
  await expect(shown.getByRole('link', { name: '拨打120' })).toBeVisible()
  await takePicture(page, '求助卡片-预约', { isWhole: false })
  await page.goto('/booking/index')
  const card = page.getByRole('region', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
  await takePicture(page, '求助卡片-我的预约', { isWhole: false })
  await expectAccessible(page, '我的预约的求助卡片')
  await card.getByRole('button', { name: '我知道了' }).click()
  await page.reload()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('each level has its place in the list of the counsellor and of the duty staff', async ({ open, request }) => {
  test.setTimeout(300_000)
  // no client of another story is in danger at this counsellor, whose title counts them
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor6')
  const accid = await getAccid(doctor)
  const names: string[] = []
  // the least severe message comes first, so that the lists cannot be ordered by time
  for (const { title, words, numbers } of levels.toReversed()) {
    const page = await open({ viewport: phone })
    const { username } = await enterAsNewMember(page, request)
    names.unshift(username)
    await page.goto(`/im/index?to=${accid}`)
    await agreeToChat(page)
    await sendText(page, words)
    const card = page.getByRole('alert', { name: title })
    await expect(card.getByRole('link', { name: `拨打${numbers[0]!}` })).toBeVisible()
    await page.close()
  }
  await doctor.goto('/im/index')
  const conversations = doctor.getByRole('navigation', { name: '会话' }).getByRole('link')
  for (const [i, { level }] of levels.entries()) await expect(conversations.nth(i)).toContainText(level)
  await expect(doctor).toHaveTitle(/^【危机4】/)
  await conversations.nth(3).click()
  const bar = doctor.getByRole('region', { name: '危机应对' })
  await bar.getByRole('button', { name: '怎么应对' }).click()
  await expect(bar).toContainText('您现在安全吗')
  await takePicture(doctor, '聊天-危机会话四种', { widths: [1440], isWhole: false })
  await expectAccessible(doctor, '四种情况的会话')

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/care?state=open')
  const rows = staff.getByRole('row')
  const places: number[] = []
  for (const [i, { level }] of levels.entries()) {
    const row = rows.filter({ hasText: names[i]! })
    await expect(row).toContainText(level)
    const listed = await rows.allInnerTexts()
    places.push(listed.findIndex((text) => text.includes(names[i]!)))
  }
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await takePicture(staff, '危机提醒四种')
})
