// Story of the playground: staff open it, a developer tries the chat with two accounts side by side, staff close it.
import { openConsole } from '../../support/console.ts'
import { takePicture } from '../../support/pictures.ts'
import { locateButton, expect, locateField, createMember, test } from '../../support/visitor.ts'

test('staff open the playground, a developer chats with two accounts, and a closed one is gone', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const staff = await open()
  await openConsole(staff, '/apps', 'admin')
  expect((await page.goto('/im/playground'))?.status()).toBe(404)
  await page.goto('/im/docs')
  await expect(page.getByText('启用“试用页”')).toBeVisible()
  await locateButton(staff, '启用 试用页').click()
  await staff.getByRole('dialog').getByRole('button', { name: '启用' }).click()
  await expect(staff.getByRole('link', { name: '打开试用页' })).toBeVisible()
  await takePicture(staff, '试用页在开放接入中')

  const { username, password } = await createMember(request)
  await page.goto('/im/docs')
  await page.getByRole('link', { name: '打开试用页' }).click()
  await locateField(page, '账号').fill(username)
  await locateField(page, '密码').fill(password)
  await locateButton(page, '登录').click()
  await expect(page).toHaveURL(/\/im\/playground$/)
  // a press before hydration would be lost
  const released = Promise.withResolvers<void>()
  await page.route(/\.js(\?|$)/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(locateButton(page, '开始试用')).toBeDisabled()
  released.resolve()
  await locateButton(page, '开始试用').click()
  const [a, b] = [page.getByRole('region', { name: '甲' }), page.getByRole('region', { name: '乙' })]
  await expect(a.getByText('已连接')).toBeVisible()
  await expect(b.getByText('已连接')).toBeVisible()
  // each callback of the login is listed
  const callbacks = a.getByRole('list', { name: '甲的回调' })
  for (const name of ['onconnect', 'onblacklist', 'onmutelist', 'onfriends', 'onmyinfo', 'onteams', 'onsyncdone'])
    await expect(callbacks.getByText(name, { exact: true })).toHaveCount(1)
  await a.getByLabel('甲要说的话').fill('听得到吗')
  await a.getByRole('button', { name: '发送' }).click()
  await expect(b.getByRole('list', { name: '乙的消息' })).toContainText('听得到吗')
  await b.getByLabel('乙要说的话').fill('听得到')
  await b.getByLabel('乙要说的话').press('Enter')
  await expect(a.getByRole('list', { name: '甲的消息' })).toContainText('听得到吗听得到')
  await a.getByText('sendText 的 done').click()
  await expect(a.getByText('"text": "听得到吗"').first()).toBeVisible()
  // a picture and a file
  const photo = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 300, height: 200 } })
  const files = [
    { name: '窗外.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('附件') },
  ]
  for (const file of files) await a.getByLabel('图片或文件').setInputFiles(file)
  const picture = b.getByAltText('发送的图片')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(b.getByRole('link', { name: '说明.txt' })).toBeVisible()
  // the list ends with its last message, also after the picture got its height
  const messages = b.getByRole('list', { name: '乙的消息' })
  await expect.poll(() => messages.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2)
  // a reload continues with the same accounts and messages
  const account = () => a.getByText(/^account /).textContent()
  const before = await account()
  await page.reload()
  await expect(a.getByText('已连接')).toBeVisible()
  expect(await account()).toBe(before)
  await expect(a.getByRole('list', { name: '甲的消息' })).toContainText('听得到吗听得到')
  await expect(b.getByAltText('发送的图片')).toBeVisible()
  await a.getByText('onconnect').click()
  await takePicture(page, '试用页')
  // a text of danger shows the help card here, too
  await a.getByLabel('甲要说的话').fill('我不想活了')
  await a.getByRole('button', { name: '发送' }).click()
  await expect(a.getByRole('link', { name: /12356/ }).first()).toBeVisible()
  await takePicture(page, '试用页的求助卡')

  await locateButton(staff, '停用 试用页').click()
  await staff.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await expect(locateButton(staff, '启用 试用页')).toBeVisible()
  await expect(a.getByText('已断开')).toBeVisible({ timeout: 20_000 })
  expect((await page.goto('/im/playground'))?.status()).toBe(404)
  await expect(page.getByText('试用页没有开放')).toBeVisible()
  await page.goto('/im/docs')
  await expect(page.getByRole('link', { name: '打开试用页' })).toHaveCount(0)
})
