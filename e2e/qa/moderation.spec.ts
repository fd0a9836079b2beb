// Stories of moderation: reports by readers, appeals by askers, and decisions with history, closing and merging.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { askQuestion } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

/** Decides about a text in the review queue. */
async function settleReview(
  staff: Page,
  { title, cause, decision, note }: { title: string; cause: string; decision: string; note: string },
): Promise<void> {
  await staff.goto('/admin/reviews')
  const row = staff.getByRole('row').filter({ hasText: title })
  await expect(row.getByText(cause)).toBeVisible()
  await row.getByRole('button', { name: '处理' }).click()
  await staff.getByLabel(decision, { exact: true }).check()
  if (note) await staff.getByLabel('原因').fill(note)
  await staff.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
}

test("a reader reports, a moderator decides, and the asker's appeal is answered", async ({ page, open, request }) => {
  test.setTimeout(300_000)
  const [asker, reader] = [await createMember(request), await createMember(request)]
  await enterAs(page, asker.username, asker.password)
  const title = `换岗以后跟不上 ${asker.username}`
  const id = await askQuestion(page, title)
  const address = `/psychology/index?id=${id}`

  const other = await open({ viewport: desktop })
  await enterAs(other, reader.username, reader.password)
  await other.goto(address)
  await other.getByRole('main').getByRole('button', { name: '举报' }).first().click()
  const dialog = other.getByRole('dialog', { name: '举报' })
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText('请选择举报原因').last()).toBeVisible()
  await dialog.getByLabel('广告或推销').check()
  await dialog.getByLabel(/补充说明/).fill('像是推广')
  await expectAccessible(other, '举报')
  await takePicture(other, '举报')
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(other.locator('#toasts')).toContainText('举报成功，我们会尽快处理')

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/reviews')
  await expect(
    staff
      .getByRole('row')
      .filter({ hasText: title })
      .getByText(/广告或推销.*像是推广/),
  ).toBeVisible()
  await settleReview(staff, { title, cause: '举报', decision: '不予发布', note: '疑似推广，请说明' })
  const gone = await other.goto(address)
  expect(gone?.status()).toBe(404)
  // both are notified: the reporter of the result, and the asker of the reason
  await other.goto('/message/index')
  await expect(other.getByRole('main').getByText(/举报/).first()).toBeVisible()
  await page.goto('/message/index')
  await page
    .getByRole('main')
    .getByRole('link', { name: /未予发布：疑似推广，请说明/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`id=${id}$`))
  await expect(page.getByText('未通过', { exact: true })).toBeVisible()
  await expect(page.getByText('疑似推广，请说明')).toBeVisible()
  await locateButton(page, '申诉').click()
  await locateButton(page, '提交申诉').click()
  await expect(page.getByText('请填写申诉理由')).toBeVisible()
  await page.getByLabel('申诉理由').fill('只是求助，没有推广任何东西')
  await expectAccessible(page, '申诉')
  await expectFitsWidth(page, 375)
  await takePicture(page, '申诉')
  await page.setViewportSize(desktop)
  await locateButton(page, '提交申诉').click()
  await expect(page.locator('#toasts')).toContainText('申诉已提交')

  await staff.goto('/admin/reviews')
  await expect(staff.getByRole('row').filter({ hasText: title }).getByText('只是求助，没有推广任何东西')).toBeVisible()
  await takePicture(staff, '审核')
  await settleReview(staff, { title, cause: '申诉', decision: '通过', note: '' })
  await page.goto('/message/index')
  await expect(page.getByRole('main').getByRole('link', { name: /您的提问“.*”已通过审核/ })).toBeVisible()
  expect((await other.goto(address))?.status()).toBe(200)
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('earlier versions are kept, a question is closed, and a duplicate is merged', async ({ page, open, request }) => {
  test.setTimeout(300_000)
  const asker = await createMember(request)
  await enterAs(page, asker.username, asker.password)
  const [first, second] = [`写材料总是拖延 ${asker.username}`, `材料写不下去 ${asker.username}`]
  const [into, id] = [await askQuestion(page, first), await askQuestion(page, second)]
  await page.goto(`/psychology/index?id=${id}`)
  await locateButton(page, '修改提问').click()
  await page.getByLabel('内容').fill('材料总是写到一半就停下，想知道怎么坚持。')
  await locateButton(page, '保存修改').click()
  await expect(page.getByText('材料总是写到一半就停下，想知道怎么坚持。')).toBeVisible()

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto(`/admin/questions/${id}`)
  const history = staff.locator('section').filter({ has: staff.getByRole('heading', { name: '修改记录' }) })
  await expect(history.getByText('换了岗位以后总觉得跟不上，想听听大家的办法。')).toBeVisible()
  await locateButton(staff, '查看提问者').click()
  await staff.getByRole('dialog').getByLabel('查看理由').fill('核实是否同一人重复提问')
  await locateButton(staff, '查看').click()
  await expect(staff.getByText(new RegExp(`${asker.username}，`))).toBeVisible()
  await locateButton(staff, '关闭问题').click()
  await expect(staff.getByText('已关闭')).toBeVisible()
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor4')
  await doctor.goto(`/psychology/index?id=${id}`)
  await expect(doctor.getByText('已关闭', { exact: true })).toBeVisible()
  await expect(locateButton(doctor, '回答问题')).toHaveCount(0)
  await locateButton(staff, '重新开放').click()
  await expect(staff.getByText('已关闭')).toHaveCount(0)
  await doctor.reload()
  await locateButton(doctor, '回答问题').click()
  await doctor.getByLabel('您的回答').fill('把一份材料拆成三小段，每段只求写完，不求写好。')
  await locateButton(doctor, '发布回答').click()
  await expect(doctor.getByText('把一份材料拆成三小段')).toBeVisible()

  // an answer has its own address, and its author may edit and delete it
  await doctor.getByTitle('这个回答的链接').click()
  await expect(doctor).toHaveURL(/&answer=\d+$/)
  await expect(doctor).toHaveTitle(new RegExp(`的回答：${second}`))
  const linked = await doctor.locator('script[type="application/ld+json"]').first().textContent()
  expect(linked).toContain('"QAPage"')
  expect(linked).toContain(new URL(doctor.url()).search.slice(1))
  await locateButton(doctor, '修改回答').click()
  await doctor.getByLabel('您的回答').fill('把一份材料拆成三小段，每段先写完再改。')
  await expectAccessible(doctor, '修改回答')
  await locateButton(doctor, '保存修改').click()
  await expect(doctor.getByText('每段先写完再改')).toBeVisible()
  await staff.reload()
  await expect(history.getByText('每段只求写完，不求写好')).toBeVisible()
  await locateButton(staff, '合并').click()
  await staff.getByLabel('目标问题的编号').fill(`${into}`)
  await staff.getByRole('dialog').getByRole('button', { name: '合并' }).click()
  await expect(staff.getByText(`并入问题 ${into}`)).toBeVisible()
  await takePicture(staff, '问题详情')
  // the old address shows the remaining question, with the moved answer
  await doctor.goto(`/psychology/index?id=${id}`)
  await expect(doctor.getByRole('heading', { level: 1, name: first })).toBeVisible()
  await expect(doctor.getByText('把一份材料拆成三小段')).toBeVisible()
})
