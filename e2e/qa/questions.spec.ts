// Stories of Q&A: asking, answering, following, chatting, and notifications.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, locateField, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

test('an anonymous question is answered, announced without a reload, liked, collected, and removed again', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const member = await createMember(request)
  const title = `搬家后总是睡不踏实 ${member.username}`
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await expect(page.locator('#toasts')).toContainText('请先登录')
  await enterAs(page, member.username, member.password)
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await locateButton(page, '发布').click()
  await expect(page.getByText('请输入标题')).toBeVisible()
  await expect(page.getByText('请选择问题标签', { exact: true })).toBeVisible()
  await locateField(page, '标题').fill(title)
  await page.locator('#field-content').fill('换了城市以后，夜里一点动静就醒，想知道可以怎么调整。')
  await page.getByRole('button', { name: '睡眠问题', pressed: false }).click()
  await page.getByLabel(/匿名提问/).check()
  await locateButton(page, '发布').click()
  await expect(page.locator('#toasts')).toContainText('发布成功')
  await expect(locateField(page, '标题')).toHaveValue('')
  await page.getByRole('link', { name: '我的提问' }).click()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('（匿名，仅自己可见）')).toBeVisible()
  const address = page.url()
  // polling is blocked, so the message centre is notified over the socket
  await page.route('**/message/unreadCount', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { official: 0, notice: 0, isRinging: false } } }),
  )
  await page.goto('/message/index?tab=2')
  await expect(page.getByText('暂无消息')).toBeVisible()

  // all other pages poll
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/Consult/index')
  const bell = elsewhere.locator('[data-notice-bell] summary')
  await expect(bell).toHaveAttribute('aria-label', '通知')

  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor4')
  await doctor.goto(address)
  await expect(doctor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(doctor.getByText('匿名用户').first()).toBeVisible()
  await expect(doctor.getByText(member.username, { exact: true })).toHaveCount(0)
  await locateButton(doctor, '回答问题').click()
  await locateButton(doctor, '发布回答').click()
  await expect(doctor.getByText('请填写您的回答')).toBeVisible()
  const words = '可以先把卧室布置成熟悉的样子，固定起床时间，坚持两周再看。'
  await doctor.getByLabel('您的回答').fill(words)
  // the draft survives a reload and closing the form
  await doctor.reload()
  await locateButton(doctor, '回答问题').click()
  await expect(doctor.getByLabel('您的回答')).toHaveValue(words)
  await locateButton(doctor, '放弃回答').click()
  await locateButton(doctor, '回答问题').click()
  await expect(doctor.getByLabel('您的回答')).toHaveValue(words)
  await locateButton(doctor, '发布回答').click()
  await expect(doctor.getByText('可以先把卧室布置成熟悉的样子')).toBeVisible()

  await test.step('the answer appears without a reload', async () => {
    const message = page.getByRole('main').getByRole('link', { name: new RegExp(`回答了您的问题：${title}`) })
    await expect(message).toBeVisible()
    await expect(bell).toHaveAttribute('aria-label', '通知，1条未读')
    await elsewhere.close()
    await message.click()
    await expect(page).toHaveURL(/\/psychology\/index\?id=\d+/)
    const answer = page.getByRole('article', { name: /的回答$/ })
    await answer.getByRole('button', { name: /^点赞/ }).click()
    await expect(page.locator('#toasts')).toContainText('点赞成功')
    await expect(answer.getByRole('button', { name: /取消点赞 1/ })).toHaveAttribute('aria-pressed', 'true')
    await answer.getByRole('button', { name: /^收藏/ }).click()
    await expect(answer.getByRole('button', { name: /取消收藏 1/ })).toBeVisible()
    // the toast may still be visible, but two active switches prove that both are collected
    await page.getByRole('button', { name: /^收藏问题/ }).click()
    await expect(page.getByRole('button', { name: /^取消收藏/, pressed: true })).toHaveCount(2)

    await page.goto('/psychology/index?type=5')
    await expect(page.getByRole('link', { name: '我的收藏（2）' })).toBeVisible()
    await page
      .getByRole('article', { name: /的回答$/ })
      .getByRole('button', { name: /取消收藏/ })
      .click()
    await expect(page.getByRole('link', { name: '我的收藏（1）' })).toBeVisible()
    await expect(page.getByRole('article', { name: /的回答$/ })).toHaveCount(0)
    await page.getByRole('button', { name: /取消收藏/ }).click()
    await expect(page.getByText('还没有收藏')).toBeVisible()
  })
})

test('favourites have pages of eight, and a page that becomes empty links back', async ({ page, request }) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  const hot = await page.request.get('/prod-api/problemAnswer/list?type=1&size=9')
  const { data } = (await hot.json()) as { data: { content: { id: number }[] } }
  expect(data.content).toHaveLength(9)
  for (const { id } of data.content)
    await page.request.post('/prod-api/problemCollect/add', { data: { problemAnswerId: id } })
  const answers = page.getByRole('article', { name: /的回答$/ })
  await page.goto('/psychology/index?type=5')
  await expect(page.getByRole('link', { name: '我的收藏（9）' })).toBeVisible()
  await expect(answers).toHaveCount(8)
  await page.getByRole('link', { name: '第2页' }).click()
  await expect(answers).toHaveCount(1)
  await answers.getByRole('button', { name: /取消收藏/ }).click()
  await expect(page.getByText('这一页已经没有收藏')).toBeVisible()
  await expectAccessible(page, '收藏空页')
  await takePicture(page, '收藏空页')
  await page.getByRole('link', { name: '返回我的收藏' }).click()
  await expect(page.getByRole('link', { name: '我的收藏（8）' })).toBeVisible()
  await expect(answers).toHaveCount(8)
  await expect(page.getByRole('navigation', { name: '分页' })).toHaveCount(0)
  await takePicture(page, '收藏一页')
})

test('a draft survives a reload and a new login, with its checkbox and tags, and is deleted once sent', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const member = await createMember(request)
  await page.goto('/psychology/index')
  await enterAs(page, member.username, member.password)
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  const content = page.locator('#field-content')
  const tag = page.getByRole('button', { name: '睡眠问题' })
  await locateField(page, '标题').fill('夜里总是醒')
  await content.fill('😀'.repeat(201))
  await expect(page.getByText('超出1个字，请删减')).toBeVisible()
  await expect(content).toHaveValue('😀'.repeat(201))
  await content.fill('😀'.repeat(200))
  await expect(page.getByText('200/200', { exact: true })).toBeVisible()
  await tag.click()
  await page.getByLabel(/匿名提问/).check()
  const expectBack = async () => {
    await locateButton(page, '我要提问').click()
    await expect(page.getByText('已恢复您上次没有发布的内容')).toBeVisible()
    await expect(locateField(page, '标题')).toHaveValue('夜里总是醒')
    await expect(content).toHaveValue('😀'.repeat(200))
    await expect(page.getByLabel(/匿名提问/)).toBeChecked()
    await expect(tag).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('200/200', { exact: true })).toBeVisible()
  }
  await page.reload()
  await expectBack()
  // the session ends while the form is open
  await page.request.delete('/prod-api/auth/logout')
  await locateButton(page, '发布').click()
  await expect(page).toHaveURL(/\/login/)
  await enterAs(page, member.username, member.password)
  await page.goto('/psychology/index')
  await expectBack()
  await locateButton(page, '发布').click()
  await expect(page.locator('#toasts')).toContainText('发布成功')
  await page.reload()
  await locateButton(page, '我要提问').click()
  await expect(locateField(page, '标题')).toHaveValue('')
  await locateField(page, '标题').fill('只给自己看')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('只给自己看')
  await page.locator('summary', { hasText: '我的账号' }).click()
  await locateButton(page, '退出登录').click()
  await expect(page.locator('#toasts')).toContainText('退出成功')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('只给自己看')
})

test('a counsellor is found by keyword, followed, chatted with, and unfollowed', async ({ page, request }) => {
  test.setTimeout(240_000)
  const member = await createMember(request)
  await page.goto('/Consult/index')
  await page.getByRole('searchbox', { name: '搜索咨询师' }).fill('没有这样的词')
  await locateButton(page, '搜索').click()
  await expect(page.getByText('搜索结果为空')).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索咨询师' }).fill('哀伤')
  await locateButton(page, '搜索').click()
  await page.getByRole('main').getByRole('article', { name: '叶知秋' }).getByRole('link', { name: '查看详情' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '叶知秋' })).toBeVisible()
  await locateButton(page, '在线咨询').click()
  await expect(page.locator('#toasts')).toContainText('请先登录后再进行咨询')
  await enterAs(page, member.username, member.password)
  await page.reload()
  await page.getByRole('button', { name: /^关注/ }).click()
  await expect(page.locator('#toasts')).toContainText('关注成功')
  await locateButton(page, '在线咨询').click()
  await expect(page.getByRole('dialog', { name: '聊天' })).toBeVisible()
  await page.goto('/psychology/index?type=4')
  await expect(page.getByRole('link', { name: '叶知秋' })).toBeVisible()
  await page.getByRole('button', { name: '取消关注' }).click()
  await expect(page.getByText('还没有关注咨询师')).toBeVisible()
})

test('a writer in danger is shown help at once, and the question waits for a moderator', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const member = await createMember(request)
  const title = `撑不下去了 ${member.username}`
  await enterAs(page, member.username, member.password)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/psychology/index')
  await locateButton(page, '我要提问').click()
  await locateField(page, '标题').fill(title)
  await page.locator('#field-content').fill('我不想活了，药都准备好了')
  await page.getByRole('button', { name: '情绪困扰', pressed: false }).click()
  await locateButton(page, '发布').click()
  const help = page.getByRole('alert', { name: /您不必一个人扛/ })
  await expect(help.getByRole('link', { name: '拨打12356' })).toHaveAttribute('href', 'tel:12356')
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '提问后的求助提示')
  await takePicture(page, '提问求助', { widths: [375], isWhole: false })

  const staff = await open({ viewport: desktop })
  await enterAs(staff, 'service')
  await staff.goto('/admin/reviews')
  const row = staff.getByRole('row').filter({ hasText: title })
  await expect(row.getByText('危机提醒')).toBeVisible()
  await row.getByRole('button', { name: '处理' }).click()
  await staff.getByLabel('不予发布').check()
  await staff.getByLabel('原因').fill('已由值班人员联系您')
  await staff.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
  await staff.goto('/admin/care')
  await expect(staff.getByRole('cell', { name: '心理问答' }).first()).toBeVisible()
  await page.goto('/message/index')
  await expect(page.getByRole('main').getByText(/未予发布：已由值班人员联系您/)).toBeVisible()
})
