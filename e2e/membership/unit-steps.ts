// Steps of the story of a unit: its application, its bank transfer and its seats.
import type { Page } from '@playwright/test'
import { isCreditCodeValid } from '@xinqiao/contract/id-numbers.ts'
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, locateButton, locateField } from '../support/visitor.ts'

/** A valid, unique credit code: a body with the check character that fits. */
function createCreditCode(phone: string): string {
  const body = `12110000${phone.slice(-9)}`
  const characters = Array.from({ length: 36 }, (_, i) => i.toString(36).toUpperCase())
  return characters.map((character) => body + character).find(isCreditCodeValid)!
}

/** Opens the application while its consent text cannot be loaded, and loads it again. */
export async function openApplicationWithoutConsent(page: Page): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const unavailable = { code: 409, msg: '服务暂时不可用', data: null, reason: 'wrongState' }
  await page.route(
    '**/consent/text?*',
    async (route) => {
      await released
      await route.fulfill({ status: 409, json: unavailable })
    },
    { times: 1 },
  )
  await page.goto('/member/index?tab=3')
  await locateButton(page, '单位申请入会').click()
  const dialog = page.getByRole('dialog', { name: '单位会员入会申请' })
  // consent cannot be requested without its text, so nothing can be submitted
  await expect(locateButton(page, '提交申请')).toBeDisabled()
  await expect(dialog.getByText(/^正在加载个人信息处理的同意书/)).toBeVisible()
  release()
  await expect(dialog.getByRole('alert')).toContainText('同意书没有加载成功，暂时不能提交：服务暂时不可用')
  await expect(locateButton(page, '提交申请')).toBeDisabled()
  await locateButton(page, '重新加载').click()
}

export async function applyForUnit(page: Page, unit: string, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '单位会员入会申请' })
  await locateButton(page, '提交申请').click()
  await expect(dialog.getByText('请输入统一社会信用代码')).toBeVisible()
  await dialog.getByLabel(/^单位会员（5个席位，2000/).check()
  await locateField(page, '单位名称').fill(unit)
  await expect(dialog.getByText('请阅读并单独同意处理敏感个人信息')).toBeVisible()
  await locateField(page, '统一社会信用代码').fill(createCreditCode(phone))
  await locateField(page, '单位性质').selectOption('社会组织')
  await locateField(page, '会员代表姓名').fill('苏维桢')
  await locateField(page, '会员代表手机号码').fill(phone)
  await locateField(page, '邮箱地址').fill('unit@xinqiao.invalid')
  await dialog.getByRole('checkbox').check()
  await expectAccessible(page, '单位入会申请')
  await takePicture(page, '单位入会申请')
  await locateButton(page, '提交申请').click()
  await expect(page.getByText('申请已提交，正在审核')).toBeVisible()
}

export async function approveUnit(secretariat: Page, unit: string): Promise<void> {
  await secretariat.goto(`/admin/member-applications?key=${encodeURIComponent(unit)}`)
  await secretariat.getByRole('link', { name: `审核：${unit}` }).click()
  await expect(secretariat.getByText('社会组织')).toBeVisible()
  await takePicture(secretariat, '单位入会审核')
  await secretariat.getByRole('button', { name: '审核', exact: true }).click()
  await secretariat
    .getByRole('dialog')
    .getByRole('button', { name: /提.?交/ })
    .click()
  await expect(secretariat.getByText('1份申请已处理：通过')).toBeVisible()
}

export async function sendTransferProof(page: Page): Promise<void> {
  await page.goto('/member/mine')
  await locateButton(page, '缴纳会费').click()
  await page.getByRole('dialog').getByText('对公转账', { exact: true }).click()
  const transfer = page.getByRole('dialog', { name: '银行转账' })
  await expect(transfer.getByText('2000.00元')).toBeVisible()
  await transfer.getByLabel('上传转账凭证').setInputFiles('e2e/fixtures/bridge.png')
  await expect(page.getByText('凭证已提交，核对后将通知您')).toBeVisible()
}

const openProof = async (finance: Page, payer: string) => {
  const row = finance.getByRole('row').filter({ hasText: payer })
  await row.getByRole('button', { name: /^核对/ }).click()
  const dialog = finance.getByRole('dialog', { name: /^核对转账/ })
  return { row, dialog, answer: dialog.getByRole('button', { name: /确.?定/ }) }
}

export async function rejectProof(finance: Page, payer: string): Promise<void> {
  const { row, dialog, answer } = await openProof(finance, payer)
  await dialog.getByRole('combobox', { name: '核对结果' }).click()
  await finance.locator('.ant-select-item-option').filter({ hasText: '退回凭证' }).click()
  await answer.click()
  await expect(dialog.getByText('请填写原因')).toBeVisible()
  await dialog.getByLabel('退回原因').fill('图片不清楚，看不到付款单位')
  await takePicture(finance, '退回转账凭证')
  await answer.click()
  await expect(finance.getByText('已退回凭证')).toBeVisible()
  await expect(row).toHaveCount(0)
}

export async function acceptProof(finance: Page, payer: string, bankNumber: string): Promise<void> {
  const { dialog, answer } = await openProof(finance, payer)
  await dialog.getByLabel('银行流水号').fill(bankNumber)
  await answer.click()
  await expect(finance.getByText('已入账')).toBeVisible()
}

/** Invites a person to a seat of the unit by phone. */
export async function inviteColleague(page: Page, phone: string): Promise<void> {
  await page.goto('/member/mine')
  const seats = page.getByRole('region', { name: '本单位席位' })
  await expect(seats.getByText('共5个席位，会员代表占1个，还可分配4个', { exact: false })).toBeVisible()
  await locateButton(page, '邀请').click()
  await expect(locateField(page, '姓名')).toBeFocused()
  await locateField(page, '姓名').fill('罗知遥')
  await locateField(page, '手机号码').fill(phone)
  await locateButton(page, '邀请').click()
  await expect(page.getByText('邀请已发出，请提醒对方登录后在“我的会籍”中接受')).toBeVisible()
  await expect(seats.getByText('等待对方接受')).toBeVisible()
  await expectAccessible(page, '本单位席位')
  await takePicture(page, '本单位席位')
}

/** The representative hands over, and gets a seat in return. */
export async function handOverToColleague(page: Page): Promise<void> {
  const seats = page.getByRole('region', { name: '本单位席位' })
  await page.reload()
  await seats.getByRole('button', { name: '交接会员代表' }).click()
  const passing = page.getByRole('dialog', { name: '由罗知遥接任会员代表吗？' })
  await takePicture(page, '交接会员代表')
  await passing.getByRole('button', { name: '交接' }).click()
  await expect(page.getByText('会员代表已交接')).toBeVisible()
  await expect(page.getByRole('region', { name: '单位会员席位' }).getByText('为您分配了席位')).toBeVisible()
  await expect(seats).toHaveCount(0)
}

export async function restoreRepresentative(secretariat: Page): Promise<void> {
  await secretariat.getByRole('button', { name: '设为会员代表：苏维桢' }).click()
  const changing = secretariat.getByRole('dialog', { name: '由苏维桢接任会员代表' })
  await changing.getByRole('button', { name: /更.?换/ }).click()
  await expect(changing.getByText('请填写更换理由')).toBeVisible()
  await changing.getByLabel('原代表仍在本单位，改用空出的席位').check()
  await changing.getByLabel('更换理由').fill('单位来函说明')
  await expectAccessible(secretariat, '更换会员代表')
  await takePicture(secretariat, '更换会员代表')
  await changing.getByRole('button', { name: /更.?换/ }).click()
  await expect(secretariat.getByText('会员代表已更换，双方已收到通知')).toBeVisible()
}
