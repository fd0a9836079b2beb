// Story of a review by two bodies: first the applicant's branch, then the secretariat. It runs on a separate server,
// because these settings apply to all applications.
import { expectAccessible } from '../support/checks.ts'
import { chooseOption, pressButton } from '../support/console-steps.ts'
import { createApplicant } from './dues-steps.ts'
import { stopOwnServer, type OwnServer, createFolder, startOwnServer } from '../support/own-server.ts'
import { takePicture } from '../support/pictures.ts'
import { desktop } from '../support/conversation-steps.ts'
import { locateButton, enterAs, expect, locateField, createMember, test } from '../support/visitor.ts'

test.use({ viewport: desktop, trace: 'off', reducedMotion: 'reduce' })

let server: OwnServer
test.beforeAll(async () => {
  test.setTimeout(240_000)
  server = await startOwnServer(createFolder())
})
test.afterAll(() => stopOwnServer(server))

test('a branch reviews its applicants first and adds notes, and the secretariat decides', async ({ open }) => {
  test.setTimeout(240_000)
  const at = { baseURL: server.origin, viewport: desktop }
  const secretariat = await open(at)
  await enterAs(secretariat, 'admin')
  await secretariat.goto('/admin/membership-settings')
  await secretariat.getByLabel('审核时限（天）').fill('10')
  await secretariat.getByRole('switch', { name: '两级审核' }).click()
  await locateButton(secretariat, '保存设置').click()
  await expect(secretariat.getByText('修改成功')).toBeVisible()
  await expect(secretariat.getByText('还没有分支机构，初审由秘书处进行')).toBeVisible()
  await locateButton(secretariat, '新增分支机构').click()
  const adding = secretariat.getByRole('dialog', { name: '新增分支机构' })
  await pressButton(adding, '保存')
  await expect(adding.getByText('请输入分支机构名称')).toBeVisible()
  await adding.getByLabel('名称').fill('滨海市分会')
  await pressButton(adding, '保存')
  await expect(secretariat.getByText('还没有审核账号')).toBeVisible()
  await chooseOption(secretariat, 'service所属', '滨海市分会')
  await expect(secretariat.getByText(/^审核：/)).toBeVisible()
  await expectAccessible(secretariat, '会籍设置')
  await takePicture(secretariat, '会籍设置')
  await secretariat.reload()
  await expect(secretariat.getByLabel('审核时限（天）')).toHaveValue('10')

  // one applicant chooses the branch, the other the secretariat
  const page = await open(at)
  const person = await createMember(page.request)
  await enterAs(page, person.username, person.password)
  await page.goto('/member/index?tab=2&apply=1')
  await expect(locateField(page, '由哪个分支机构初审')).toHaveValue('')
  await expectAccessible(page, '选择分支机构')
  await takePicture(page, '选择分支机构')
  const { data } = (await (await page.request.get('/prod-api/membership/mine')).json()) as {
    data: { branches: [{ id: number }] }
  }
  const mine = await createApplicant(page.request, { branchId: data.branches[0].id })
  const other = await createApplicant(page.request)

  const branch = await open(at)
  await enterAs(branch, 'service')
  await branch.goto('/admin/member-applications')
  await expect(branch.getByText(mine.name)).toBeVisible()
  await expect(branch.getByText(other.name)).toHaveCount(0)
  // only the secretariat sees members
  const menu = branch.getByRole('navigation', { name: '后台菜单' })
  await expect(menu.getByRole('link', { name: '入会申请' })).toBeVisible()
  await expect(menu.getByRole('link', { name: '会员', exact: true })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: '单位会员' })).toHaveCount(0)
  await branch.getByRole('link', { name: `审核：${mine.name}` }).click()
  await expect(branch.getByText('滨海市分会初审')).toBeVisible()
  await branch.getByLabel('添加备注').fill('已电话核实任职单位')
  await locateButton(branch, '保存备注').click()
  await expect(branch.getByText('已电话核实任职单位').first()).toBeVisible()
  await branch.getByRole('button', { name: '审核', exact: true }).click()
  await pressButton(branch.getByRole('dialog', { name: `审核：${mine.name}` }), '提交')
  await expect(branch.getByText('1份申请已处理：通过')).toBeVisible()
  await expect(branch.getByText('秘书处审核').first()).toBeVisible()
  await expect(branch.getByRole('button', { name: '审核', exact: true })).toHaveCount(0)

  // the list is filtered to the secretariat's applications, with notes and decision
  await secretariat.goto('/admin/member-applications?stage=secretariat')
  await expect(secretariat.getByText(other.name)).toHaveCount(0)
  await takePicture(secretariat, '按环节筛选')
  await secretariat.getByRole('link', { name: `审核：${mine.name}` }).click()
  await expect(secretariat.getByText('已电话核实任职单位')).toBeVisible()
  await secretariat.getByRole('button', { name: '审核', exact: true }).click()
  await pressButton(secretariat.getByRole('dialog', { name: `审核：${mine.name}` }), '提交')
  await expect(secretariat.getByText('1份申请已处理：通过')).toBeVisible()
  await takePicture(secretariat, '两级审核通过')
})
