// Story of a crisis message: only its writer is shown help, and the crisis alert is followed up.
import { expectFit, expectOpenToAll } from './checks.ts'
import { takePicture } from './pictures.ts'
import { agreeToChat, desktop, log, openConversation, phone, pictureOfTalk, findText, sendText } from './talk.ts'
import { button, enterAs, enterAsNew, expect, field, test } from './visitor.ts'

test.use({ trace: 'off' })

test('the writer sees where to find help, the counsellor only the message, and staff follow the alert', async ({
  page,
  open,
}) => {
  test.setTimeout(90_000)
  const { member, doctor } = await openConversation(page, open, 'doctor10')
  await agreeToChat(member)
  await sendText(member, '活着真的没意思，我不想活了')
  const card = member.getByRole('alert', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toHaveAttribute('href', 'tel:12356')
  await expect(findText(member, '活着真的没意思，我不想活了')).toBeVisible()
  for (const number of [/^拨打12356/, /^拨打12355/])
    expect((await card.getByRole('link', { name: number }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectFit(member, 375)
  await expectOpenToAll(member, '求助卡片')
  await pictureOfTalk(member, '求助卡片')
  // the card stays until it is dismissed, and folds to show the conversation
  await member.reload()
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
  await button(member, '写信给值班人员').click()
  await member.getByLabel('写给值班人员的话').fill('我现在一个人在家，请给我打电话')
  await pictureOfTalk(member, '写信给值班人员')
  await button(member, '送出').click()
  await expect(card.getByText('信已送到，值班人员会尽快看')).toBeVisible()
  await card.getByRole('heading').click()
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeHidden()
  await pictureOfTalk(member, '求助卡片收起')
  await card.getByRole('heading').click()
  await doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
    .click()
  await expect(findText(doctor, '活着真的没意思，我不想活了')).toBeVisible()
  await expect(doctor.getByRole('alert', { name: /您不必一个人扛/ })).toHaveCount(0)
  await card.getByRole('button', { name: '我知道了' }).click()
  await expect(card).toHaveCount(0)
  await member.reload()
  await expect(findText(member, '活着真的没意思，我不想活了')).toBeVisible()
  await expect(card).toHaveCount(0)
  await sendText(member, '谢谢，我先去打电话')
  await expect(log(member).getByText('谢谢，我先去打电话')).toBeVisible()

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/care')
  await expect(staff.getByText(/有\d+条提醒还没有人接手/)).toBeVisible()
  await staff
    .getByRole('link', { name: /^查看并接手：/ })
    .first()
    .click()
  await button(staff, '由我接手').click()
  await expect(staff.getByText('跟进中')).toBeVisible()
  await expect(staff.getByRole('region', { name: '基本情况' })).toBeFocused()
  await staff.getByRole('button', { name: /^查看内容：与/ }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('查看理由').fill('核实是否有紧迫危险')
  await button(staff, '查看').click()
  await expect(staff.getByText('活着真的没意思，我不想活了')).toBeVisible()
  await expect(staff.getByRole('list', { name: /^内容：与/ })).toBeFocused()
  await expect(staff.getByText('写给值班人员的信', { exact: true })).toBeVisible()
  await staff.getByLabel('跟进情况').fill('已电话联系本人，家人在身边')
  await button(staff, '保存记录').click()
  await expect(staff.getByText('已电话联系本人，家人在身边')).toBeVisible()
  await expectOpenToAll(staff, '危机跟进')
  await takePicture(staff, '危机跟进', { widths: [1440] })

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  await admin.goto('/admin/audit')
  await expect(admin.getByRole('cell', { name: '核实是否有紧迫危险' }).first()).toBeVisible()
  await button(admin, '核对完整性').click()
  await expect(admin.getByText(/逐条核对无误/)).toBeVisible()
})

const levels = [
  { title: /您不必一个人扛/, words: '我不想活了，药都准备好了', numbers: ['12356', '120', '110'] },
  { title: /担心身边的人/, words: '我朋友说他想自杀，怎么办', numbers: ['12356', '120', '110'] },
]
for (const { title, words, numbers } of levels)
  test(`a question shows its writer the card with the right numbers: ${words}`, async ({ page, request }) => {
    await enterAsNew(page, request)
    await page.setViewportSize(phone)
    await page.goto('/psychology/index')
    await button(page, '我要提问').click()
    await field(page, '标题').fill(`想请教老师 ${Date.now()}`)
    await page.locator('#field-content').fill(words)
    await page.getByRole('button', { name: '情绪困扰', pressed: false }).click()
    await button(page, '发布').click()
    const card = page.getByRole('region', { name: title }).or(page.getByRole('alert', { name: title }))
    for (const number of numbers) {
      const call = card.getByRole('link', { name: `拨打${number}` })
      await expect(call).toHaveAttribute('href', `tel:${number}`)
      expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
    await expect(card.getByRole('listitem')).toHaveCount(3)
    await takePicture(page, `求助卡片-${title.source}`, { isWhole: false })
    await expectOpenToAll(page, '求助卡片')
    await page.reload()
    await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
    await card.getByRole('button', { name: '我知道了' }).click()
    await expect(card).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(card).toHaveCount(0)
  })

test('a card of violence names the police and the helplines for women and minors first', async ({ page, request }) => {
  await enterAsNew(page, request)
  await page.setViewportSize(phone)
  // stands in for the server's reply, because the levels that it recognises are tested elsewhere
  await page.route('**/prod-api/problem/report?*', async (route) => {
    const reply = { code: 200, msg: '举报成功', data: { care: 'violence' } }
    await route.fulfill({ json: reply })
  })
  await page.goto('/psychology/index?id=20')
  await page.getByRole('button', { name: '举报' }).first().click()
  await page.getByRole('dialog').getByRole('radio').first().check()
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  const card = page.getByRole('dialog', { name: '请先照顾好自己' })
  for (const number of ['110', '12338', '12355', '12356'])
    await expect(card.getByRole('link', { name: `拨打${number}` })).toHaveAttribute('href', `tel:${number}`)
  await takePicture(page, '求助卡片-暴力', { isWhole: false })
  await expectOpenToAll(page, '暴力的求助卡片')
})
