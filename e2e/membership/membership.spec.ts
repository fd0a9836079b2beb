// Stories of membership in the browsers of applicant and secretariat: from the application to the certificate, and of a
// lapsed member.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/checks.ts'
import { idNumber } from './dues-steps.ts'
import { expectPreview } from '../support/document-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, locateField, createMember, test } from '../support/visitor.ts'

/** Pays the order shown on the screen at the stand-in's cashier. */
async function payNewestOrder(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  const reply = await page.request.get('/prod-api/order/mine')
  const { data } = (await reply.json()) as { data: { content: { orderNo: string }[] } }
  const paid = await page.request.post(`/dev/pay/${data.content[0]!.orderNo}`, { data: { result: 'success' } })
  expect(paid.ok()).toBe(true)
  await expect(page.getByText('会费支付成功')).toBeVisible()
  await locateButton(page, '完成').click()
}

/** Opens the application of this name in the console and presses 审核. */
async function openReview(console: Page, name: string): Promise<void> {
  await console.goto(`/admin/member-applications?key=${encodeURIComponent(name)}`)
  await console.getByRole('link', { name: `审核：${name}` }).click()
  await console.getByRole('button', { name: '审核', exact: true }).click()
}

test('an applicant corrects a returned application and becomes a member', async ({ page, open }) => {
  test.setTimeout(240_000)
  const applicant = await createMember(page.request)
  const name = `温知${'甲乙丙丁戊己庚辛'[applicant.phone.charCodeAt(10) % 8]}${applicant.phone.slice(-3)}`
  await enterAs(page, applicant.username, applicant.password)
  await page.goto('/member/index?tab=2')
  await locateButton(page, '申请入会').click()

  const dialog = page.getByRole('dialog', { name: '个人会员入会申请' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await locateButton(page, '提交申请').click()
  await expect(dialog.getByText('请输入姓名')).toBeVisible()
  await expect(dialog.getByText('请阅读并单独同意处理敏感个人信息')).toBeVisible()
  await expect(locateField(page, '姓名')).toBeFocused()

  await locateField(page, '姓名').fill(name)
  // editing a field clears its error and keeps the focus
  await expect(dialog.getByText('请输入姓名')).toBeHidden()
  await expect(locateField(page, '姓名')).toBeFocused()
  await dialog.getByLabel('女').check()
  await locateField(page, '身份证号码').fill('12')
  await locateField(page, '手机号码').fill(applicant.phone)
  await locateField(page, '邮箱地址').fill('wen@xinqiao.invalid')
  await locateField(page, '学历').selectOption('硕士')
  await locateField(page, '所在单位').fill('市三院')
  await dialog.getByLabel('个人简历').setInputFiles('e2e/fixtures/notice.html')
  await expect(dialog.getByText('只能上传PDF、DOC或DOCX格式的文件！')).toBeVisible()
  await dialog.getByLabel('个人简历').setInputFiles('e2e/fixtures/notice.docx')
  await expect(page.getByText('文件上传成功')).toBeVisible()
  await expectPreview(page, 'notice.docx', 1)
  await dialog.getByRole('checkbox').check()
  await locateButton(page, '提交申请').click()
  await expect(dialog.getByText('请输入正确的身份证号码')).toBeVisible()
  // the draft is kept, except the consent box, which is never preselected
  await locateButton(page, '暂存并关闭').click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await locateButton(page, '继续填写').click()
  await expect(locateField(page, '所在单位')).toHaveValue('市三院')
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await locateField(page, '身份证号码').fill(idNumber())
  await dialog.getByLabel('男').check()
  await dialog.getByRole('checkbox').check()
  await locateButton(page, '提交申请').click()
  await expect(dialog.getByText('所选性别与身份证号码不一致，请核对')).toBeVisible()
  await expect(locateButton(page, '仍要提交')).toBeVisible()
  await dialog.getByLabel('女').check()
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请提交成功，我们将尽快审核您的申请')).toBeVisible()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()

  const console = await open()
  await enterAs(console, 'admin')
  await openReview(console, name)
  await console.getByText('退回补正', { exact: true }).click()
  await console.getByRole('button', { name: '添加一项' }).click()
  await console.getByRole('combobox', { name: '内容' }).click()
  await console
    .locator('.ant-select-item-option')
    .filter({ hasText: /^所在单位$/ })
    .click()
  await console.getByLabel('说明', { exact: true }).fill('请填写单位全称')
  await console
    .getByRole('dialog')
    .getByRole('button', { name: /提.?交/ })
    .click()
  await expect(console.getByText('1份申请已处理：退回补正')).toBeVisible()

  await page.goto('/member/mine')
  await expect(page.getByText('请填写单位全称')).toBeVisible()
  await page.getByRole('link', { name: '修改申请' }).click()
  await expect(dialog.getByText('请填写单位全称', { exact: true }).last()).toBeVisible()
  await locateField(page, '所在单位').fill('市第三人民医院')
  // the reviewer's remark remains visible while its field is edited
  await expect(dialog.getByText('审核意见：请填写单位全称')).toBeVisible()
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()

  await openReview(console, name)
  await console
    .getByRole('dialog')
    .getByRole('button', { name: /提.?交/ })
    .click()
  await expect(console.getByText('1份申请已处理：通过')).toBeVisible()

  await page.goto('/member/index')
  await locateButton(page, '缴纳会费').click()
  await payNewestOrder(page)
  await expect(page.getByText(/会籍有效，会期至/)).toBeVisible()
  await expect(locateButton(page, '缴纳会费')).toHaveCount(0)
  await page.getByRole('link', { name: '我的会籍' }).first().click()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  const certificate = page.getByRole('link', { name: /^XQ\d\d-/ })
  const visitor = await open()
  await visitor.goto((await certificate.getAttribute('href'))!)
  await expect(visitor.getByRole('heading', { name: '证书真实有效' })).toBeVisible()
  await expect(visitor.getByText(name)).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载会员证书' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('证书.pdf')
})

test('a suspicious number causes a warning; the applicant can submit it anyway for review', async ({ page }) => {
  const applicant = await createMember(page.request)
  await enterAs(page, applicant.username, applicant.password)
  await page.goto('/member/index?tab=2&apply=1')
  const dialog = page.getByRole('dialog', { name: '个人会员入会申请' })
  await locateField(page, '姓名').fill('疑知远')
  await dialog.getByLabel('女').check()
  const right = idNumber()
  await locateField(page, '身份证号码').fill(right.slice(0, 17) + (right.endsWith('0') ? '1' : '0'))
  await locateField(page, '手机号码').fill(applicant.phone)
  await locateField(page, '邮箱地址').fill('yi@xinqiao.invalid')
  await locateField(page, '学历').selectOption('本科')
  await locateField(page, '所在单位').fill('市第三人民医院')
  await dialog.getByRole('checkbox').check()
  await locateButton(page, '提交申请').click()
  const doubt = '身份证号码的校验码与前面的数字不符，请核对'
  await expect(dialog.getByText(doubt)).toBeVisible()
  await expect(locateField(page, '身份证号码')).toBeFocused()
  await expectAccessible(page, '入会申请的核对')
  await page.setViewportSize({ width: 375, height: 800 })
  await takePicture(page, '入会申请核对', { widths: [375], isWhole: false })
  await locateButton(page, '仍要提交').click()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()
  await page.goto('/member/mine')
  await expect(page.getByText(doubt)).toBeVisible()
})

test('a lapsed member renews and is active again', async ({ page }) => {
  await enterAs(page, 'member6')
  await page.goto('/member/mine')
  await expect(page.getByText('会籍已失效，续缴会费后自缴费之日起恢复')).toBeVisible()
  await locateButton(page, '续缴会费').click()
  await page.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('支付尚未完成，确定关闭吗？')).toBeVisible()
  await locateButton(page, '继续支付').click()
  await payNewestOrder(page)
  await expect(page.getByText('会籍已失效')).toHaveCount(0)
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
})

test('a withdrawn consent removes the person from the directory', async ({ page, open }) => {
  const visitor = await open()
  const locateDirectoryEntry = async () => {
    await visitor.goto('/member/directory?key=%E9%99%88%E4%BB%A5%E5%8D%97')
    return visitor.getByText('省立第一医院心身医学科').count()
  }
  await enterAs(page, 'member4')
  await page.goto('/member/mine')
  await expect(page.getByRole('heading', { name: '会员名录' })).toBeVisible()
  await locateButton(page, '修改简介').click()
  await page.getByLabel('简介').fill('睡眠障碍的综合干预')
  await page.getByRole('button', { name: /^(同意并加入名录|保存)$/ }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  expect(await locateDirectoryEntry()).toBe(1)
  await page.goto('/setting/index?tab=4')
  const directory = page.getByRole('listitem').filter({ hasText: '会员名录' })
  await directory.getByRole('button', { name: '撤回同意' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回同意' }).click()
  await expect(page.getByText('已撤回同意')).toBeVisible()
  expect(await locateDirectoryEntry()).toBe(0)
})
