// Story of new texts of a claimed alert: the console shows them to the follower until they have looked, and an alert
// that was handed over until it is opened.
import type { Page } from '@playwright/test'
import { roles } from '@xinqiao/contract/roles.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { desktop, phone } from '../support/conversation-steps.ts'
import { postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { withStoryDatabase } from '../support/story-database.ts'
import { createName, createPhone, enterAs, enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

/** Creates duty staff, so that their alerts are independent of other stories. */
async function enterAsDutyStaff(page: Page, admin: Page): Promise<number> {
  const username = createName()
  const person = { username, nickName: `值班员${username.slice(-4)}`, phone: createPhone(), roleId: roles.service }
  const { password } = await postJson<{ password: string }>(admin, '/admin/user', person)
  await enterAs(page, username, password)
  const people = (await (await admin.request.get('/prod-api/admin/care/duty')).json()) as {
    data: { id: number; name: string }[]
  }
  return people.data.find(({ name }) => name === person.nickName)!.id
}

test('the follower sees new texts on every screen, and the open page grows', async ({ page, open, request }) => {
  test.setTimeout(240_000)
  const [member, admin, colleague] = [await open({ viewport: phone }), await open(), await open({ viewport: phone })]
  const { username } = await enterAsNewMember(member, request)
  const sendLetter = (text: string) => postJson(member, '/care/letter', { text, level: 'plan' })
  await sendLetter('我不想活了，药都准备好了')
  await enterAs(admin, 'admin')
  await page.setViewportSize(desktop)
  await enterAsDutyStaff(page, admin)
  const colleagueId = await enterAsDutyStaff(colleague, admin)
  await page.goto('/admin/care?state=open')
  await page.getByRole('link', { name: `查看并接手：${username}` }).click()
  await locateButton(page, '由我接手').click()
  await expect(page.getByText('跟进中', { exact: true })).toBeVisible()
  const news = page.getByRole('region', { name: '跟进的提醒有新的消息' })
  const address = page.url()
  const id = Number(new URL(address).pathname.split('/').at(-1))

  // on another screen, without a reload
  await page.goto('/admin/reviews')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(news).toHaveCount(0)
  await sendLetter('我已经在楼顶了')
  await expect(news).toContainText('您跟进的1条提醒有新的消息', { timeout: 20_000 })
  await expect(page.locator('.duty-badge').first()).toBeVisible()
  await takePicture(page, '跟进的提醒有新的消息', { isWhole: false })
  await page.goto('/admin/care?state=mine')
  await expect(page.getByRole('row').filter({ hasText: username })).toContainText('1条新的消息')
  await expectAccessible(page, '我跟进的提醒')
  await takePicture(page, '我跟进的提醒')
  await news.getByRole('link', { name: '去查看' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.locator('.screen-head')).toContainText('2条')

  // the words are still hidden
  await expect(page.getByText('有1条新的表达还没有看，请查看对话')).toBeVisible()
  await expect(page.getByRole('region', { name: '基本情况' })).toContainText('1条新的消息')
  await locateButton(page, '查看对话与手机号').click()
  await page.getByRole('dialog').getByLabel('查看理由').fill('写信人有计划，需要联系')
  await locateButton(page, '查看').click()
  await expect(page.getByText('有1条新的表达还没有看，请查看对话')).toHaveCount(0)
  await expect(page.getByRole('region', { name: '基本情况' })).not.toContainText('新的消息')

  // a new text shows on the open page, until the follower confirms that they have read it
  await sendLetter('莫来找我')
  await expect(page.getByText('您打开页面后又有1条新的表达')).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('.screen-head')).toContainText('3条')
  await expect(page.locator('.duty-badge').first()).toBeVisible({ timeout: 20_000 })
  await expect(news).toHaveCount(0)
  await takePicture(page, '打开的提醒有新的消息')
  await locateButton(page, '我看到了').click()
  await expect(page.getByText('您打开页面后又有1条新的表达')).toHaveCount(0)
  await expect(news).toHaveCount(0)

  // the next shift
  await colleague.goto('/admin')
  await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible()
  await postJson(page, '/admin/care/handOver', { id, accountId: colleagueId, text: '夜班请继续' })
  const handedOver = colleague.getByRole('region', { name: '交接给您的提醒' })
  await expect(handedOver).toContainText('有1条提醒交接给您，还没有打开', { timeout: 20_000 })
  await expectFitsWidth(colleague, 375)
  await takePicture(colleague, '交接给您的提醒', { isWhole: false })
  await handedOver.getByRole('link', { name: '去查看' }).click()
  const handOver = colleague.getByRole('alert').filter({ hasText: '这条提醒交接给您了' })
  await expect(handOver).toContainText('夜班请继续')
  await takePicture(colleague, '交接说明')
  await locateButton(colleague, '我看到了').click()
  await expect(handOver).toHaveCount(0)
  await expect(colleague.getByRole('region', { name: '基本情况' })).not.toContainText('未打开')
  await postJson(colleague, '/admin/care/close', { id, outcome: 'contacted', text: '家人陪同', seenHits: 3 })
})

test('an alert whose follower does not look is shown to colleagues, who can claim it', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const [member, admin, colleague] = [await open({ viewport: phone }), await open(), await open({ viewport: phone })]
  const { username } = await enterAsNewMember(member, request)
  const sendLetter = (text: string) => postJson(member, '/care/letter', { text, level: 'plan' })
  await sendLetter('我不想活了，药都准备好了')
  await enterAs(admin, 'admin')
  await enterAsDutyStaff(page, admin)
  await enterAsDutyStaff(colleague, admin)
  const list = (await (await page.request.get('/prod-api/admin/care/alerts?state=open&size=100')).json()) as {
    data: { content: { id: number; writerName: string }[] }
  }
  const { id } = list.data.content.find(({ writerName }) => writerName === username)!
  await postJson(page, '/admin/care/take', { id })
  await sendLetter('我已经在楼顶了')
  await withStoryDatabase(
    async (sql) => {
      await sql`update crisis_alert set unseen_since = unseen_since - interval '6 minutes' where id = ${id}`
    },
    { DATA_DIR: process.env.E2E_DATA ?? 'tmp/e2e-data' },
  )
  await colleague.goto('/admin')
  const overdue = colleague.getByRole('region', { name: '跟进人没有查看的提醒' })
  await expect(overdue).toContainText(/\d+条跟进中的提醒，跟进人没有及时查看/, { timeout: 40_000 })
  await expectFitsWidth(colleague, 375)
  await takePicture(colleague, '跟进人没有查看的提醒', { isWhole: false })
  await colleague.goto(`/admin/care/${id}`)
  await expect(locateButton(colleague, '由我接手')).toBeVisible()
  await takePicture(colleague, '可以接手的提醒', { isWhole: false })
  await locateButton(colleague, '由我接手').click()
  await expect(locateButton(colleague, '由我接手')).toHaveCount(0)
  await expect(colleague.getByRole('region', { name: '基本情况' })).not.toContainText('新的消息')
  await postJson(colleague, '/admin/care/close', { id, outcome: 'contacted', text: '家人陪同', seenHits: 2 })
})
