// Stories of payment methods by device: Alipay on a computer and a phone, WeChat's payment window and link, and a bank
// transfer. Also renewal, receipts, and the annual account of dues.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readLines, writeSheet } from '../../server/src/kit/documents/sheets/sheets.ts'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { payAtCashier, advanceDays, createApprovedApplicant } from '../membership/dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, locateField, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const payWords = '会费支付成功'
const openDialog = async (page: Page, label = '缴纳会费') => {
  await page.goto('/member/mine')
  await locateButton(page, label).click()
  return page.getByRole('dialog', { name: label })
}

test('on a computer the payer may choose Alipay, whose code replaces the other', async ({ page, open }) => {
  const person = await createApprovedApplicant(page.request)
  await enterAs(page, person.username, person.password)
  const dialog = await openDialog(page)
  const code = dialog.getByRole('img', { name: '支付二维码' })
  await expect(code).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '微信支付' })).toBeChecked()
  await expect(dialog.getByText('请使用微信扫描二维码，支付完成后本页会自动更新')).toBeVisible()
  await dialog.getByText('支付宝', { exact: true }).click()
  await expect(dialog.getByText('请使用支付宝扫描二维码，支付完成后本页会自动更新')).toBeVisible()
  await expect(code).toBeVisible()
  await expectAccessible(page, '支付宝支付')
  await takePicture(page, '支付宝支付')
  for (const width of [320, 375, 768]) await expectFitsWidth(page, width)

  const orderNo = new URL((await code.getAttribute('src'))!, page.url()).searchParams.get('orderNo')!
  const phone = await open({ viewport: { width: 375, height: 800 } })
  await phone.goto((await page.request.get(`/dev/pay/${orderNo}`)).url())
  await expect(phone.getByText('支付宝', { exact: true })).toBeVisible()
  await locateButton(phone, '确认支付').click()
  await expect(phone.getByText('支付成功')).toBeVisible()
  await expect(dialog.getByText(payWords)).toBeVisible({ timeout: 20_000 })
  await expect(dialog.getByText('200.00元')).toBeVisible()
  await locateButton(page, '完成').click()
  await expect(page.getByText('有效', { exact: true })).toBeVisible()

  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto(`/admin/orders?key=${orderNo}`)
  await finance.getByRole('link', { name: orderNo }).click()
  await expect(finance.getByText('借：支付宝　贷：收入：会费')).toBeVisible()
})

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

for (const [way, link] of [
  ['微信支付', '打开微信支付'],
  ['支付宝', '打开支付宝'],
] as const) {
  test(`a phone's browser is led to ${way} and returns`, async ({ open }) => {
    const page = await open({ userAgent: `${iPhone} Safari/604.1`, viewport: { width: 375, height: 812 } })
    const person = await createApprovedApplicant(page.request)
    await enterAs(page, person.username, person.password)
    const dialog = await openDialog(page)
    if (way === '支付宝') await dialog.getByText(way, { exact: true }).click()
    const leads = dialog.getByRole('link', { name: link })
    await expect(leads).toBeVisible()
    await expect(dialog.getByRole('img', { name: '支付二维码' })).toHaveCount(0)
    await expectAccessible(page, `手机${way}`)
    await takePicture(page, `手机${way}`, { widths: [375] })
    await leads.click()
    await locateButton(page, '确认支付').click()
    await expect(page.getByText('支付成功')).toBeVisible()
    // the page may be shown before the callback has reached the server
    await expect(async () => {
      await page.goto('/member/mine')
      await expect(page.getByText('有效', { exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
    await expect(locateButton(page, '缴纳会费')).toHaveCount(0)
  })
}

test('inside WeChat the payer is identified once, its window opens, and only the server confirms the payment', async ({
  open,
}) => {
  const page = await open({ userAgent: `${iPhone} MicroMessenger/8.0.50`, viewport: { width: 375, height: 812 } })
  const person = await createApprovedApplicant(page.request)
  await enterAs(page, person.username, person.password)
  // WeChat's bridge: its window reports success at once, which the site does not trust
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(window, {
      asked,
      WeixinJSBridge: {
        invoke(name: string, input: object, done: (reply: object) => void) {
          asked.push({ name, ...input })
          done({ err_msg: 'get_brand_wcpay_request:ok' })
        },
      },
    })
  })
  const signedIn = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/pay/wechat/return')
  await openDialog(page)
  await signedIn
  await expect(page).toHaveURL(/\/member\/mine$/)
  const dialog = await openDialog(page)
  await expect(dialog.getByText('支付完成后请回到本页，结果会自动更新')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '支付宝' })).toHaveCount(0)
  const asked = await page.evaluate(() => (window as unknown as { asked: object[] }).asked)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ name: 'getBrandWCPayRequest', signType: 'RSA' })
  expect(asked[0]).toHaveProperty('paySign')
  await takePicture(page, '微信内支付', { widths: [375] })
  await expect(dialog.getByText(payWords)).toHaveCount(0)
  await payAtCashier(page, 'success')
  await expect(dialog.getByText(payWords)).toBeVisible({ timeout: 20_000 })
})

test('a payer pays dues by bank, and finance confirms the proof and issues a receipt', async ({ page, open }) => {
  test.setTimeout(240_000)
  const person = await createApprovedApplicant(page.request)
  await enterAs(page, person.username, person.password)
  const dialog = await openDialog(page)
  await dialog.getByText('对公转账', { exact: true }).click()
  const transfer = page.getByRole('dialog', { name: '银行转账' })
  await expect(transfer.getByText('演示银行营业部')).toBeVisible()
  await expect(transfer.getByText('200.00元')).toBeVisible()
  await expectAccessible(page, '银行转账')
  await takePicture(page, '银行转账')
  await transfer.getByLabel('上传转账凭证').setInputFiles('e2e/fixtures/notice.docx')
  await expect(transfer.getByText('请上传 PDF、JPG 或 PNG 文件')).toBeVisible()
  await transfer.getByLabel('上传转账凭证').setInputFiles('e2e/fixtures/bridge.png')
  await expect(page.getByText('凭证已提交，核对后将通知您')).toBeVisible()
  // meanwhile a second payment is blocked
  const again = await openDialog(page)
  await expect(again.getByText('转账凭证正在核对，请勿重复支付')).toBeVisible()

  const finance = await open({ viewport: desktop })
  await enterAs(finance, 'finance')
  await finance.goto('/admin/transfers')
  const row = finance.getByRole('row').filter({ hasText: person.username })
  await expect(row.getByText('待核对')).toBeVisible()
  const proof = await row.getByRole('link', { name: /^查看凭证/ }).getAttribute('href')
  const opened = await finance.request.get(proof!)
  expect(opened.headers()['content-type']).toBe('image/png')
  // the link is signed for this viewer only
  expect((await page.request.get(proof!)).status()).toBe(404)
  await expectAccessible(finance, '转账核对')
  await takePicture(finance, '转账核对')
  for (const width of [320, 375, 768]) await expectFitsWidth(finance, width)
  await finance.setViewportSize(desktop)
  await row.getByRole('button', { name: /^核对/ }).click()
  await finance.getByLabel('银行流水号').fill(`SN${person.phone}`)
  await takePicture(finance, '核对转账')
  await finance
    .getByRole('dialog')
    .getByRole('button', { name: /确.?定/ })
    .click()
  await expect(finance.getByText('已入账')).toBeVisible()
  await expect(row.getByText('已到账')).toBeVisible()

  await page.goto('/member/mine')
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
  await page.goto('/order/index')
  await locateButton(page, '申请会费票据').click()
  await locateField(page, '抬头').fill(person.name)
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请已提交，开具后将通知您')).toBeVisible()
  await expect(page.getByText('待开具')).toBeVisible()

  // finance staff export the queue, and import it with the numbers
  await finance.goto('/admin/receipts?kind=dues&state=asked')
  await expect(finance.getByRole('row').filter({ hasText: person.name })).toBeVisible()
  await expectAccessible(finance, '票据队列')
  await takePicture(finance, '票据队列')
  await locateButton(finance, '导入号码').click()
  const importing = finance.getByRole('dialog', { name: '导入票据号码' })
  const [download] = await Promise.all([
    finance.waitForEvent('download'),
    importing.getByRole('link', { name: '导出待开具的会费票据' }).click(),
  ])
  const lines = await readLines(await readFile(await download.path()), ['抬头', '票据号码'])
  const mine = lines.map(({ values }) => values).filter((values) => values['抬头'] === person.name)
  expect(mine).toHaveLength(1)
  const createReceiptSheet = (number: string) =>
    writeSheet(
      '票据',
      Object.keys(mine[0]!).map((title) => ({
        title,
        value: (line: Record<string, string>) => (title === '票据号码' ? number : (line[title] ?? '')),
      })),
      mine,
    )
  const file = { name: '号码.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  await importing.locator('input[type=file]').setInputFiles({ ...file, buffer: await createReceiptSheet('号 码') })
  await expect(importing.getByText('共1行，1行有误，没有导入任何内容')).toBeVisible()
  await expect(importing.getByText('票据号码：号码只能有字母、数字和横线，最多30位')).toBeVisible()
  await importing
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: await createReceiptSheet(`HF${person.phone}`) })
  await expect(finance.getByText(/1个号码/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(`已开具，号码 HF${person.phone}`)).toBeVisible()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载会费收据' }).click(),
  ])
  expect(paper.suggestedFilename()).toBe('会费收据.pdf')
  await finance.goto('/admin/receipts?kind=dues&state=issued')
  await expect(finance.getByRole('link', { name: `下载收据：HF${person.phone}` })).toBeVisible()
  await expectAccessible(finance, '已开具的票据')
  await takePicture(finance, '已开具的票据')
})

test('a membership is renewed in time, or enters grace and lapses', async ({ page }) => {
  test.setTimeout(360_000)
  const person = await createApprovedApplicant(page.request)
  await enterAs(page, person.username, person.password)
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAtCashier(page, 'success')
  await expect(dialog.getByText(payWords)).toBeVisible({ timeout: 20_000 })
  await locateButton(page, '完成').click()
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
  await expect(locateButton(page, '续缴会费')).toHaveCount(0)

  const readTermText = async (name: '至' | '自') =>
    (await page
      .getByText(new RegExp(`会期.*${name}`))
      .first()
      .textContent()) ?? ''
  const readTermEnd = async () => (await readTermText('至')).match(/\d{4}-\d{2}-\d{2}/g)!.at(-1)!
  const countDaysLeft = async () => Math.round((Date.parse(await readTermEnd()) - Date.now()) / 86_400_000)
  const expectTextSoon = (check: () => Promise<void>) =>
    expect(async () => {
      await page.goto('/member/mine')
      await check()
    }).toPass({ timeout: 45_000, intervals: [1_000] })

  // two weeks before the end, the membership can be renewed, and a reminder has arrived
  await advanceDays(person.username, (await countDaysLeft()) - 7)
  await page.goto('/member/mine')
  await expect(locateButton(page, '续缴会费')).toBeVisible()
  await expect(async () => {
    await page.goto('/message/index')
    await expect(page.getByRole('main').getByText(/您的会籍还有\d+天到期/)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 45_000 })

  // without a payment, the grace period begins, and then the membership lapses
  await advanceDays(person.username, 20)
  await expectTextSoon(() => expect(page.getByText('宽限期', { exact: true })).toBeVisible({ timeout: 1_000 }))
  await advanceDays(person.username, 150)
  await expectTextSoon(() =>
    expect(page.getByText('会籍已失效，续缴会费后自缴费之日起恢复')).toBeVisible({ timeout: 1_000 }),
  )
  await takePicture(page, '会籍已失效')
  const renewal = await openDialog(page, '续缴会费')
  await expect(renewal.getByRole('img', { name: '支付二维码' })).toBeVisible()
  await payAtCashier(page, 'success')
  await expect(renewal.getByText(payWords)).toBeVisible({ timeout: 20_000 })
  await locateButton(page, '完成').click()
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
})

test('the account of a year is written, published, and publicly readable', async ({ page, open }) => {
  await page.setViewportSize(desktop)
  await enterAs(page, 'finance')
  await page.goto('/admin/dues')
  const year = `${new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()}年度`
  await locateButton(page, `填写支出：${year}`).click()
  const dialog = page.getByRole('dialog', { name: `${year}会费支出` })
  await locateButton(page, '添加支出').click()
  await dialog
    .getByRole('textbox', { name: /用途\d/ })
    .last()
    .fill('会员继续教育公益讲座')
  await dialog.getByLabel('金额（元）').last().fill('1234.5')
  await dialog.getByRole('switch').check()
  await expectAccessible(page, '会费支出')
  await dialog.getByRole('button', { name: /保.?存/ }).click()
  await expect(page.getByText('已保存并公示')).toBeVisible()
  await takePicture(page, '会费收支')

  const visitor = await open()
  await visitor.goto('/member/dues')
  const account = visitor.getByRole('region', { name: year })
  await expect(account.getByRole('row').filter({ hasText: '会员继续教育公益讲座' }).last()).toContainText('1234.50')
  await expect(account.getByRole('rowheader', { name: '本年结余' })).toBeVisible()
  await takePicture(visitor, '会费收支公示')
})
