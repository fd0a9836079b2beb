// Stories of search: questions by tag, page and popularity; counsellors by gender and keyword.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

async function sendCall<T>(page: Page, method: string, path: string, data: object): Promise<T> {
  const reply = await page.request.fetch(`/prod-api${path}`, { method, data })
  const answer = (await reply.json()) as { msg: string; data: T }
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return answer.data
}

type StaffTag = { id: number; name: string; position: number; enabled: boolean; clicks: number }
const locateMain = (page: Page) => page.getByRole('main')
const locateSidebar = (page: Page) => page.getByRole('complementary', { name: '提问与热门问题' })
const listTitles = (page: Page) => locateMain(page).locator('article h2')

test('a tag filters its questions, eight per page, and counts clicks; a hot question opens with its answers', async ({
  page,
  open,
  request,
}) => {
  const staff = await open()
  await enterAs(staff, 'service')
  const name = createUniqueText('异地')
  await sendCall(staff, 'POST', '/admin/domain', { name, position: 900, enabled: true })
  const readTag = async () => {
    const reply = await staff.request.get('/prod-api/admin/domains')
    return ((await reply.json()) as { data: StaffTag[] }).data.find((tag) => tag.name === name)!
  }
  const tag = await readTag()
  const asker = await open()
  const { username } = await enterAsNewMember(asker, request)
  for (let i = 1; i <= 9; i++) {
    const question = { title: `到外地上班的第${i}周 ${username}`, content: '有些不习惯。', anonymous: 1 }
    await sendCall(asker, 'POST', '/problem/add', { ...question, tagIds: [tag.id] })
  }

  await enterAsNewMember(page, request)
  await page.goto('/psychology/index?type=3')
  await expect(listTitles(page)).toHaveCount(8)
  const chip = locateSidebar(page).getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(chip).toContainText('9')
  await chip.click()
  await expect(page).toHaveURL(new RegExp(`tags=${tag.id}$`))
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await expect(listTitles(page)).toHaveCount(8)
  for (const title of await listTitles(page).allInnerTexts()) expect(title).toContain(username)
  const first = await listTitles(page).allInnerTexts()
  await expectAccessible(page, '按标签筛选的问题')
  await takePicture(page, '按标签筛选的问题')
  const pages = locateMain(page).getByRole('navigation', { name: '分页' })
  await expect(pages).toContainText('共 9 条')
  await pages.getByRole('link', { name: '第2页' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(listTitles(page)).toHaveCount(1)
  const [last] = await listTitles(page).allInnerTexts()
  expect(last).toContain(username)
  expect(first).not.toContain(last)
  await expect.poll(async () => (await readTag()).clicks).toBe(1)
  // clearing the filter does not count as a click on a tag
  await locateSidebar(page).getByRole('link', { name: '清除筛选' }).click()
  await expect(chip).not.toHaveAttribute('aria-current')
  await expect(listTitles(page)).toHaveCount(8)
  expect((await readTag()).clicks).toBe(1)

  // restores the tag for other stories
  await sendCall(staff, 'PUT', '/admin/domain', { id: tag.id, name, position: 900, enabled: false })

  const hot = locateSidebar(page).getByRole('listitem').filter({ hasText: /^1/ }).getByRole('link').first()
  const title = await hot.innerText()
  await hot.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const answers = locateMain(page).getByRole('article', { name: /的回答$/ })
  await expect(answers.first()).toBeVisible()
  await expect(locateMain(page).getByRole('heading', { name: `${await answers.count()}个回答` })).toBeVisible()
})

test("gender and keyword filter counsellors together, and a page's chat is with its counsellor", async ({
  page,
  request,
}) => {
  await page.goto('/Consult/index')
  const found = locateMain(page).getByRole('article')
  const listNames = () => found.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')))
  await expect(found).toHaveCount(5)
  const gender = page.getByRole('navigation', { name: '性别' })
  await gender.getByRole('link', { name: '男', exact: true }).click()
  await expect(gender.getByRole('link', { name: '男', exact: true })).toHaveAttribute('aria-current', 'true')
  expect(await listNames()).not.toContain('叶知秋')
  await page.getByRole('searchbox', { name: '搜索咨询师' }).fill('哀伤')
  await locateButton(page, '搜索').click()
  // searching keeps the filter, and filtering keeps the keyword
  await expect(page).toHaveURL(/sex=1/)
  expect(await listNames()).not.toContain('叶知秋')
  await gender.getByRole('link', { name: '女', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: '搜索咨询师' })).toHaveValue('哀伤')
  expect(await listNames()).toContain('叶知秋')
  await gender.getByRole('link', { name: '不限' }).click()
  await expect(page).not.toHaveURL(/sex=/)
  await takePicture(page, '咨询师搜索')

  await page.goto('/Consult/index?page=2')
  await expect(found).toHaveCount(5)
  await enterAsNewMember(page, request)
  await page.goto('/Consult/index?key=叶知秋')
  await found.getByRole('link', { name: '查看详情' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '叶知秋' })).toBeVisible()
  await locateButton(page, '在线咨询').click()
  const box = page.getByRole('dialog', { name: '聊天' })
  await expect(box.getByRole('heading', { level: 2, name: '叶知秋' })).toBeVisible()
  await expect(box.getByRole('region', { name: '与叶知秋的会话' })).toBeVisible()
  await expectFitsWidth(page, 375)
  await takePicture(page, '与咨询师聊天', { isWhole: false })
})

test('the directory lists the most followed counsellors with their price and a link', async ({ page }) => {
  await page.goto('/Consult/index?key=哀伤')
  const hot = page
    .getByRole('complementary', { name: '热门资深咨询师' })
    .getByRole('list')
    .first()
    .getByRole('listitem')
  await expect(hot).toHaveCount(5)
  const reply = await page.request.get('/prod-api/consultDoctor/list?page=1&size=5')
  type CounsellorHit = { nickname: string; price: number }
  const { content } = ((await reply.json()) as { data: { content: CounsellorHit[] } }).data
  for (const [i, { nickname, price }] of content.entries()) {
    await expect(hot.nth(i)).toContainText(nickname)
    await expect(hot.nth(i)).toContainText(`${price / 100}.00 元/次`)
  }
  await hot
    .first()
    .getByRole('link', { name: /^查看详情/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: content[0]!.nickname })).toBeVisible()
})
