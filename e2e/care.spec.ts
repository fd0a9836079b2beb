// Story of a crisis message: only its writer is shown help, and the crisis alert is followed up.
import { expectFit, expectOpenToAll } from './checks.ts'
import { picture } from './pictures.ts'
import { agree, desktop, log, meet, pictureOfTalk, findText, sendText } from './talk.ts'
import { button, enterAs, expect, test } from './visitor.ts'

test.use({ trace: 'off' })

test('the writer sees where to find help, the counsellor only the message, and staff follow the alert', async ({
  page,
  open,
}) => {
  test.setTimeout(90_000)
  const { member, doctor } = await meet(page, open, 'doctor10')
  await agree(member)
  await sendText(member, '活着真的没意思，我不想活了')
  const card = member.getByRole('alert', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toHaveAttribute('href', 'tel:12356')
  await expect(findText(member, '活着真的没意思，我不想活了')).toBeVisible()
  await expectFit(member, 375)
  await expectOpenToAll(member, '求助卡片')
  await pictureOfTalk(member, '求助卡片')
  await doctor
    .getByRole('navigation', { name: '会话' })
    .getByRole('link', { name: /来访者/ })
    .first()
    .click()
  await expect(findText(doctor, '活着真的没意思，我不想活了')).toBeVisible()
  await expect(doctor.getByRole('alert', { name: /您不必一个人扛/ })).toHaveCount(0)
  await card.getByRole('button', { name: '我知道了' }).click()
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
  await button(staff, '查看对话').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('查看理由').fill('核实是否有紧迫危险')
  await button(staff, '查看').click()
  await expect(staff.getByText('活着真的没意思，我不想活了')).toBeVisible()
  await expect(staff.getByRole('list', { name: '对话记录' })).toBeFocused()
  await staff.getByLabel('跟进情况').fill('已电话联系本人，家人在身边')
  await button(staff, '保存记录').click()
  await expect(staff.getByText('已电话联系本人，家人在身边')).toBeVisible()
  await expectOpenToAll(staff, '危机跟进')
  await picture(staff, '危机跟进', { widths: [1440] })

  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  await admin.goto('/admin/audit')
  await expect(admin.getByRole('cell', { name: '核实是否有紧迫危险' }).first()).toBeVisible()
  await button(admin, '核对完整性').click()
  await expect(admin.getByText(/逐条核对无误/)).toBeVisible()
})
