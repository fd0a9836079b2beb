// Stories of receipts at the finance office: a number is registered for the current title, and a mail address is
// revealed with a reason.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { pressButton } from '../support/console-steps.ts'
import { createApprovedApplicant, signIn } from '../membership/dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, test } from '../support/visitor.ts'

test('finance sees a corrected title, keeps the typed number, and reveals the address later', async ({ page }) => {
  test.setTimeout(240_000)
  const { request } = page
  const { name, phone, username, password } = await createApprovedApplicant(request)
  const headers = await signIn(request, username, password)
  const pay = await request.post('/prod-api/order/pay', { data: { kind: 'membershipFee' }, headers })
  const { orderNo } = ((await pay.json()) as { data: { orderNo: string } }).data
  await request.post(`/dev/pay/${orderNo}`, { data: { result: 'success' } })
  const email = `dues${phone}@example.com`
  const asked = await request.post('/prod-api/order/receipt', { data: { orderNo, buyer: name, email }, headers })
  expect(await asked.json()).toMatchObject({ code: 200 })

  await page.setViewportSize(desktop)
  await enterAs(page, 'finance')
  // a screen that shows the outdated title
  await page.route(
    '**/prod-api/admin/receipts?*',
    async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: (await reply.text()).replaceAll(name, '旧的抬头') })
    },
    { times: 1 },
  )
  await page.goto('/admin/receipts?kind=dues&state=asked')
  await locateButton(page, '登记号码：旧的抬头').click()
  const dialog = page.getByRole('dialog', { name: '登记票据号码' })
  const number = dialog.getByLabel('票据号码')
  await number.fill(`HF${phone}`)
  await pressButton(dialog, '保存')
  await expect(dialog.getByText(`抬头已改为“${name}”，没有纳税人识别号，请核对开具的内容后再登记`)).toBeVisible()
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expect(dialog.getByText('旧的抬头')).toHaveCount(0)
  await expect(number).toHaveValue(`HF${phone}`)
  await expect(number).toBeFocused()
  await expectAccessible(page, '抬头已更改')
  await takePicture(page, '抬头已更改')
  await pressButton(dialog, '保存')
  await expect(page.getByText('已登记', { exact: true })).toBeVisible()

  await page.goto('/admin/receipts?kind=dues&state=issued')
  const row = page.getByRole('row').filter({ hasText: `HF${phone}` })
  await expect(row.getByText('d***@example.com')).toBeVisible()
  await row.getByRole('button', { name: `查看邮箱：${name}` }).click()
  const asking = page.getByRole('dialog', { name: `查看邮箱：${name}` })
  await asking.getByLabel('查看理由').fill('会员未收到，重新发送')
  await pressButton(asking, '查看')
  await expect(row.getByText(email)).toBeVisible()
  await expectAccessible(page, '已查看的邮箱')
  for (const width of [320, 768]) await expectFitsWidth(page, width)
  await takePicture(page, '已查看的邮箱')
})
