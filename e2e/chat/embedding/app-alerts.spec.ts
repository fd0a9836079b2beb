// Stories of crisis alerts of apps: the backend of the app receives them, or the association's duty staff follow them.
import { startAlertReceiver } from '../../../server/test/stand-ins/alert-receiver.ts'
import { registerApp } from './chat-app.ts'
import { locateDialog, openConsole, createUniqueText } from '../../support/console.ts'
import { serveOtherSite, type OtherSite } from './other-site.ts'
import { takePicture } from '../../support/pictures.ts'
import { fixturePathOf, locateMessages, sendText, locateState } from './script-page.ts'
import { locateButton, expect, test } from '../../support/visitor.ts'

let site: OtherSite
test.beforeEach(async () => {
  site = await serveOtherSite({ '/': fixturePathOf('embedded-page.html') })
})
test.afterEach(() => site.close())

test('an administrator lets an app follow its alerts, and the duty staff follow those of other apps', async ({
  page,
  open,
  baseURL,
}) => {
  const receiver = await startAlertReceiver()
  const name = createUniqueText('合作医院')
  const { appKey, secret, createAccount } = await registerApp(await open(), site.origin, name)
  Object.assign(receiver.settings, { appKey, secret })
  const [ann, bob] = [await createAccount('安'), await createAccount('宝')]
  const own = await open()
  const query = { server: baseURL!, account: ann.accid, token: ann.token, appKey, to: bob.accid }
  await own.goto(`${site.origin}/?${new URLSearchParams({ ...query, build: 'module', transport: 'websocket' })}`)
  await expect(locateState(own)).toHaveText('同步完成')
  await sendText(own, '我不想活了，药都准备好了')
  await expect(locateMessages(own)).toHaveCount(1)

  await openConsole(page, '/care', 'admin')
  await expect(page.getByRole('row', { name: new RegExp(`来自${name}`) })).toBeVisible()
  await takePicture(page, '应用的危机提醒')
  await page
    .getByRole('row', { name: new RegExp(`来自${name}`) })
    .getByRole('link')
    .click()
  await expect(page.getByText(`${name}的账号`)).toBeVisible()
  await expect(page.getByText('本站没有；请联系该网站的负责人')).toBeVisible()
  await takePicture(page, '应用账号的危机提醒')

  await openConsole(page, '/apps', 'admin')
  await locateButton(page, `修改 ${name}`).click()
  await locateDialog(page).getByLabel('应用自己的值班人员').check()
  await locateDialog(page).getByLabel('接收地址').fill('http://api.example.cn/alerts')
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(locateDialog(page)).toContainText('接收地址须以 https:// 开头')
  await takePicture(page, '危机提醒由谁处理')
  await locateDialog(page).getByLabel('接收地址').fill(receiver.url)
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('row', { name })).toContainText('应用自己')
  await sendText(own, '我想死，今晚就跳楼')
  await expect
    .poll(() => receiver.received)
    .toMatchObject([{ body: { accid: ann.accid, level: 'plan' }, isSigned: true }])
  // the server stores the outcome a moment after the backend has replied
  await expect(async () => {
    await page.reload()
    await locateButton(page, `危机提醒 ${name}`).click()
    await expect(locateDialog(page)).toContainText('对方已收下', { timeout: 3_000 })
  }).toPass()
  await takePicture(page, '危机提醒的送达记录')
  await locateDialog(page).getByRole('button', { name: '关闭' }).click()
  await locateButton(page, `接口调用 ${name}`).click()
  await expect(locateDialog(page)).toContainText('user/create')
  await takePicture(page, '应用的接口调用')
  await receiver.close()
})
