// Stories of a visitor: home page, lists, articles, attachments; by mouse, by keyboard, on a phone, without scripts.
import { takePicture } from '../support/pictures.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/visitor.ts'

test.use({ reducedMotion: 'no-preference' })

const locateArticle = (page: Page) => page.getByRole('article')
const locateSlideButtons = (page: Page) =>
  page.getByRole('region', { name: '重点推荐' }).getByRole('button', { name: /^第\d张$/ })
const readBannerPosition = async (page: Page) => {
  const box = await page.getByRole('complementary', { name: '飘窗' }).boundingBox()
  return `${box?.x},${box?.y}`
}
const locateMain = (page: Page) => page.getByRole('main')

/** Visits home page, an article, its neighbours, lists and a file by links only. */
async function readAround(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveTitle('省心理卫生协会')
  for (const name of ['协会动态', '通知公告', '学术交流']) {
    await expect(page.getByRole('region', { name, exact: true }).getByRole('listitem')).toHaveCount(7)
  }

  const notice = page
    .getByRole('region', { name: '通知公告', exact: true })
    .getByRole('link', { name: '关于缴纳本年度会员会费的通知' })
  await notice.click()
  const title = locateArticle(page).getByRole('heading', { level: 1 })
  await expect(title).toHaveText('关于缴纳本年度会员会费的通知')
  const first = page.url()
  await page.getByRole('link', { name: '下一篇' }).click()
  await expect(title).not.toHaveText('关于缴纳本年度会员会费的通知')
  expect(page.url()).not.toBe(first)
  await page.getByRole('link', { name: '上一篇' }).click()
  await expect(page).toHaveURL(first)
  await expect(title).toHaveText('关于缴纳本年度会员会费的通知')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '通知公告' }).click()
  await expect(page).toHaveURL('/dynamic/index?tab=2')

  await expect(locateMain(page).getByRole('article')).toHaveCount(8)
  const pages = page.getByRole('navigation', { name: '分页' })
  // an article that another story publishes between the two pages moves the others
  await expect(async () => {
    await page.goto('/dynamic/index?tab=2')
    const onFirst = await locateMain(page).getByRole('heading', { level: 2 }).allTextContents()
    await pages.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL('/dynamic/index?tab=2&page=2')
    await expect(pages.getByRole('link', { name: '第2页' })).toHaveAttribute('aria-current', 'page')
    const onSecond = await locateMain(page).getByRole('heading', { level: 2 }).allTextContents()
    expect(onSecond.filter((item) => onFirst.includes(item))).toEqual([])
  }).toPass()
  await page.goBack()
  await expect(pages.getByRole('link', { name: '第1页' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('navigation', { name: '通知公告分类' }).getByRole('link', { name: '协会动态' }).click()
  await expect(page).toHaveURL('/dynamic/index')
  await expect(page.getByRole('heading', { level: 1, name: '协会动态' })).toBeVisible()
  await page.goto('/learning/index')
  await page.getByRole('navigation', { name: '学术交流分类' }).getByRole('link', { name: '科普宣传' }).click()
  await expect(page).toHaveURL('/learning/index?tagId=4')
  await expect(locateMain(page).getByRole('article').filter({ hasText: '科普宣传' })).toHaveCount(8)

  await page.goto('/dynamic/index?tab=2')
  await page.getByRole('link', { name: '关于征集第十三届学术年会论文的通知' }).click()
  const files = page.getByRole('region', { name: '附件下载' })
  const download = page.waitForEvent('download')
  await files.getByRole('link').first().click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.docx$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
}

test('a visitor reads from page to page and downloads a file', ({ page }) => readAround(page))

test('reading works without scripts', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await readAround(page)
  // elements that need a script are hidden
  await page.goto('/')
  await expect(page.getByRole('complementary', { name: '飘窗' })).toBeHidden()
  await expect(page.getByRole('button', { name: '暂停轮播' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.goto('/login/index')
  await expect(page.locator('noscript p')).toBeVisible()
})

test('the first and the last article show that there is no neighbour', async ({ page, request }) => {
  // a column in which no story publishes old articles
  const list = await request.get('/prod-api/psychologyArticle/list?size=100&psychologyColumnId=2')
  const { data } = (await list.json()) as { data: { content: { id: number }[]; totalElements: number } }
  expect(data.totalElements).toBeLessThanOrEqual(100)
  await page.goto(`/detail/index?id=${data.content.at(-1)?.id}`)
  const neighbours = page.getByRole('navigation', { name: '上一篇与下一篇' })
  await expect(neighbours.getByText(/^没有[上下]一篇了$/)).toHaveCount(1)
  await expect(neighbours.getByRole('link')).toHaveCount(1)
})

test('the drop-down menu opens under the mouse and by keyboard, and Escape closes it', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: '主导航' })
  const entry = menu.getByRole('link', { name: '关于协会' })
  const child = menu.getByRole('link', { name: '组织机构' })
  await expect(child).toBeHidden()
  await entry.hover()
  await expect(child).toBeVisible()
  await page.mouse.move(640, 700)
  await expect(child).toBeHidden()

  await entry.focus()
  await expect(child).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: '协会简介' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry).toBeFocused()
  await expect(child).toBeHidden()

  await entry.hover()
  await child.click()
  await expect(page).toHaveURL('/association/index?tab=2')
  await expect(page.getByRole('heading', { name: '组织机构' }).first()).toBeVisible()
})

test('the skip link skips the page header', async ({ page }) => {
  await page.goto('/dynamic/index')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到正文' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(locateMain(page)).toBeFocused()
})

test('on a phone the menu opens by touch, and closes by Escape or a touch elsewhere', async ({ open }) => {
  const page = await open({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true })
  await page.goto('/dynamic/index')
  const menu = page.getByRole('navigation', { name: '主导航' })
  await expect(menu).toBeHidden()
  await page.getByLabel('菜单').tap()
  await expect(menu.getByRole('link', { name: '学术交流' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByLabel('菜单').tap()
  await expect(menu).toBeVisible()
  // taps between the two links of the top bar
  await page.touchscreen.tap(200, 18)
  await expect(menu).toBeHidden()
  await page.getByLabel('菜单').tap()
  await menu.getByRole('link', { name: '社会服务' }).tap()
  await expect(page).toHaveURL('/group/index')
})

test('a wrong address shows an error and links', async ({ page }) => {
  for (const address of ['/no/such/page', '/detail/index?id=87654321', '/detail/index?id=abc', '/detail/index']) {
    const reply = await page.goto(address)
    expect([400, 404]).toContain(reply?.status())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/页面不存在|请求有误/)
    await expect(locateMain(page).getByRole('link', { name: '返回首页' })).toBeVisible()
    await expect(locateMain(page).getByText('12356').first()).toBeVisible()
  }
})

test('关怀模式 enlarges the text, keeps the position and lasts until it is switched off', async ({ page }) => {
  await page.goto('/dynamic/index?tab=2&page=2')
  const readFontSize = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const before = await readFontSize()
  await page.getByRole('link', { name: '关怀模式' }).click()
  await expect(page).toHaveURL('/dynamic/index?tab=2&page=2')
  expect(await readFontSize()).toBeGreaterThan(before * 1.1)
  await page.goto('/')
  expect(await readFontSize()).toBeGreaterThan(before * 1.1)
  await page.getByRole('link', { name: '标准字号' }).click()
  await expect(page).toHaveURL('/')
  expect(await readFontSize()).toBe(before)
})

test('every page starts at its top', async ({ page }) => {
  await page.goto('/')
  const readScrollTop = () => page.evaluate(() => scrollY)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await readScrollTop()).toBeGreaterThan(100)
  await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible()
  expect(await readScrollTop()).toBe(0)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await readScrollTop()).toBeGreaterThan(100)
  await page.getByRole('banner').getByRole('link', { name: '学术交流' }).first().click()
  await expect(page).toHaveURL('/learning/index')
  expect(await readScrollTop()).toBe(0)
})

test.describe('the floating notice', () => {
  test('moves, pauses under the pointer, and stays away once closed', async ({ page }) => {
    await page.goto('/')
    const notice = page.getByRole('complementary', { name: '飘窗' })
    await expect(notice).toBeVisible()
    const start = await readBannerPosition(page)
    await expect.poll(() => readBannerPosition(page)).not.toBe(start)
    await notice.hover({ force: true })
    const positionBefore = await readBannerPosition(page)
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          let frames = 30
          const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done())
          next()
        }),
    )
    expect(await readBannerPosition(page)).toBe(positionBefore)
    await page.mouse.move(2, 2)
    await expect.poll(() => readBannerPosition(page)).not.toBe(positionBefore)
    // the notice stops under the pointer, and its button can be pressed
    await notice.hover({ force: true })
    await notice.getByRole('button', { name: '关闭飘窗' }).click()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: '暂停轮播' }).first()).toBeVisible()
    await expect(notice).toBeHidden()
    // also in other tabs, for a week
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: '暂停轮播' }).first()).toBeVisible()
    await expect(other.getByRole('complementary', { name: '飘窗' })).toBeHidden()
    await other.evaluate(() => localStorage.setItem('floating-closed-at', `${Date.now() - 8 * 86_400_000}`))
    await other.reload()
    await expect(other.getByRole('complementary', { name: '飘窗' })).toBeVisible()
  })

  test('is docked on a phone, where it covers only the lower edge', async ({ open }) => {
    const page = await open({ viewport: { width: 375, height: 812 } })
    await page.goto('/')
    const notice = page.getByRole('complementary', { name: '飘窗' })
    const box = (await notice.boundingBox())!
    expect(box).toMatchObject({ x: 0, width: 375 })
    expect(box.y + box.height).toBe(812)
    expect(box.height).toBeLessThanOrEqual(64)
    const close = (await notice.getByRole('button', { name: '关闭飘窗' }).boundingBox())!
    expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44)
    await takePicture(page, '飘窗-手机', { widths: [375], isWhole: false })
  })

  test('leads to the conference', async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' })
    await page.goto('/')
    await page.getByRole('complementary', { name: '飘窗' }).getByRole('link').click()
    await expect(page).toHaveURL('/academic/xueshunianhui')
  })

  test('does not move with reduced motion', async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('complementary', { name: '飘窗' })).toBeVisible()
    const start = await readBannerPosition(page)
    await page.clock.runFor(3_000)
    expect(await readBannerPosition(page)).toBe(start)
  })
})

test.describe('the head carousel', () => {
  test('advances automatically until it is stopped', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await page.mouse.move(640, 790)
    await expect(locateSlideButtons(page).nth(0)).toHaveAttribute('aria-current', 'true')
    await page.clock.fastForward(6_500)
    await page.clock.resume()
    await expect(locateSlideButtons(page).nth(1)).toHaveAttribute('aria-current', 'true')

    const carousel = page.getByRole('region', { name: '重点推荐' })
    await carousel.getByRole('button', { name: '暂停轮播' }).click()
    await expect(carousel.getByRole('button', { name: '播放轮播' })).toBeVisible()
    await page.mouse.move(640, 790)
    await page.getByRole('link', { name: /^更多\s*协会动态/ }).focus()
    await page.clock.fastForward(20_000)
    await expect(locateSlideButtons(page).nth(1)).toHaveAttribute('aria-current', 'true')

    await locateSlideButtons(page).nth(2).click()
    await expect(locateSlideButtons(page).nth(2)).toHaveAttribute('aria-current', 'true')
  })

  test('does not start with reduced motion', async ({ open }) => {
    const page = await open({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    const carousel = page.getByRole('region', { name: '重点推荐' })
    await expect(carousel.getByRole('button', { name: '播放轮播' })).toBeVisible()
    await page.clock.fastForward(20_000)
    await expect(locateSlideButtons(page).nth(0)).toHaveAttribute('aria-current', 'true')
  })
})
