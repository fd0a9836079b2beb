// Stories of the member register: import of an old one, bulk decisions, and a new fee.
import { writeSheet } from '../../server/src/kit/documents/sheets/sheets.ts'
import { expectAccessible } from '../support/checks.ts'
import { pressButton } from '../support/console-steps.ts'
import { callAsStaff, createApplicant, signIn } from './dues-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, createPhone, test } from '../support/visitor.ts'

test.use({ viewport: desktop, trace: 'off', reducedMotion: 'reduce' })

const createDayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a sheet with one invalid row imports no member; the corrected one imports all', async ({ page }) => {
  const name = `柏知秋${Date.now() % 1_000_000}`
  const createLine = (memberName: string, 手机号码: string) => ({
    类别: '个人会员',
    姓名或单位: memberName,
    手机号码,
    入会日期: '2020-05-01',
    会期开始: createDayAfter(-100),
    会期截止: createDayAfter(265),
  })
  type RegisterLine = ReturnType<typeof createLine>
  const createSheet = async (lines: RegisterLine[]) =>
    Buffer.from(
      await writeSheet(
        '会员',
        (Object.keys(lines[0]!) as (keyof RegisterLine)[]).map((title) => ({
          title,
          value: (row: RegisterLine) => row[title],
        })),
        lines,
      ),
    )
  const upload = async (lines: RegisterLine[]) =>
    page.getByLabel('导入会员的表格').setInputFiles({
      name: '会员.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await createSheet(lines),
    })
  await enterAs(page, 'admin')
  await page.goto('/admin/members')
  await locateButton(page, '导入 Excel').click()
  const dialog = page.getByRole('dialog', { name: '导入会员' })
  const [first, second] = [createPhone(), createPhone()]
  await upload([createLine(name, first), createLine(`${name}二`, '137')])
  await expect(dialog.getByText('共2行，1行有误，没有导入任何内容')).toBeVisible()
  await expect(dialog.getByText('手机号码：请输入正确的手机号码')).toBeVisible()
  await expectAccessible(page, '导入会员')
  await takePicture(page, '导入会员')
  await upload([createLine(name, first), createLine(`${name}二`, second)])
  await expect(dialog.getByText('已导入2名会员')).toBeVisible()
  await page.goto(`/admin/members?key=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2)
  await page.getByRole('link', { name: `查看：${name}`, exact: true }).click()
  await expect(page.getByText('尚未登录关联')).toBeVisible()

  // staff correct a wrong value of an imported member
  await locateButton(page, '更正资料').click()
  const correcting = page.getByRole('dialog', { name: '更正资料' })
  await correcting.getByLabel('手机号码').fill('12')
  await correcting.getByLabel('更正理由').fill('本人来电更正')
  await pressButton(correcting, '保存')
  await expect(correcting.getByText('请输入正确的手机号码')).toBeVisible()
  const phone = createPhone()
  await correcting.getByLabel('手机号码').fill(phone)
  await expectAccessible(page, '更正会员资料')
  await takePicture(page, '更正会员资料')
  await pressButton(correcting, '保存')
  await expect(page.getByText('已更正，证书同步更新，会员已收到通知')).toBeVisible()
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible()
  await page.goto('/admin/audit?action=memberCorrected')
  await expect(page.getByRole('row').filter({ hasText: '本人来电更正' }).first()).toBeVisible()
})

test('a bulk decision skips a withdrawn application and shows why', async ({ page, request }) => {
  const [stays, goes] = [await createApplicant(request), await createApplicant(request)]
  await enterAs(page, 'admin')
  await page.goto(`/admin/member-applications?key=${encodeURIComponent('费知行')}`)
  for (const { name } of [stays, goes]) await page.getByRole('checkbox', { name: `选择${name}的申请` }).check()
  await expectAccessible(page, '选中的申请')
  await takePicture(page, '选中的申请', { widths: [1440] })
  await locateButton(page, '批量审核（2）').click()
  const dialog = page.getByRole('dialog', { name: '审核2份申请' })
  await expect(dialog.getByText(stays.name)).toBeVisible()
  // meanwhile one applicant withdraws
  const headers = await signIn(request, goes.username, goes.password)
  expect((await request.post('/prod-api/memberApplication/withdraw', { data: {}, headers })).status()).toBe(200)
  await pressButton(dialog, '提交')
  const outcome = page.getByRole('dialog').filter({ hasText: '1份已处理，1份没有处理' })
  await expect(outcome.getByText(`${goes.name}：申请已有变化，请刷新后重试`)).toBeVisible()
  await expect(outcome.getByText(`${stays.name}：审核通过`)).toBeVisible()
  await expectAccessible(page, '批量审核结果')
  await takePicture(page, '批量审核结果')
})

test('a new fee requires a resolution, and is published before it takes effect', async ({ page, open }) => {
  const title = `青年会员${Date.now() % 1_000_000}`
  const level = { kind: 'individual', title, description: '35周岁以下', seats: 1, enabled: true, position: 90 }
  await callAsStaff(page.request, 'POST', '/admin/memberLevel', level)
  await enterAs(page, 'admin')
  await page.goto('/admin/member-levels')
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
  await panel.getByRole('button', { name: '登记新的会费标准' }).click()
  const dialog = page.getByRole('dialog', { name: `登记会费标准：${title}` })
  await pressButton(dialog, '登记')
  await expect(dialog.getByText('请填写决议名称或文号')).toBeVisible()
  await dialog.getByLabel('金额（元）').fill('100')
  const [decided, holds] = [createDayAfter(-1), createDayAfter(40)]
  for (const [label, value] of [
    ['决议日期', decided],
    ['生效日期', holds],
  ] as const) {
    await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel(label).press('Enter')
  }
  await dialog.getByLabel('决议名称或文号').fill('第四次会员代表大会决议')
  await dialog.getByLabel('决议文件').setInputFiles({
    name: '会费决议.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(dialog.getByText('会费决议.pdf')).toBeVisible()
  await takePicture(page, '登记会费标准')
  await pressButton(dialog, '登记')
  await pressButton(page.getByRole('dialog', { name: '登记后不能修改，确定吗？' }), '登记')
  await expect(page.getByText('已登记新的会费标准')).toBeVisible()

  const visitor = await open()
  await visitor.goto('/member/index?tab=2')
  const shown = visitor.getByRole('listitem').filter({ hasText: title })
  await expect(shown.getByText(new RegExp(`自 ${holds} 起为 100.00 元／1年`))).toBeVisible()
  const resolution = shown.getByRole('link', { name: '第四次会员代表大会决议（会费决议.pdf）' })
  const file = await visitor.request.get((await resolution.getAttribute('href'))!)
  expect(file.headers()['content-type']).toBe('application/pdf')
  const first = visitor.getByRole('listitem').filter({ hasText: '200.00' })
  await expect(first.getByText(/^自 \d{4}-\d\d-\d\d 起执行，依据：/)).toBeVisible()
  await expectAccessible(visitor, '会费标准')
  await takePicture(visitor, '会费标准')
})
