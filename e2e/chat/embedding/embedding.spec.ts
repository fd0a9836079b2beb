// Stories of pages on other origins: pages of an app can chat, other pages get one error, and no page can act for the
// visitor.
import type { Page } from '@playwright/test'
import { registerApp } from './chat-app.ts'
import { serveOtherSite, type OtherSite } from './other-site.ts'
import {
  createChatMember,
  fixturePathOf,
  locateMessages,
  sendText,
  locateState,
  type ChatLogin,
} from './script-page.ts'
import { locateDialog, openConsole, createUniqueText } from '../../support/console.ts'
import { takePicture } from '../../support/pictures.ts'
import { locateButton, expect, test } from '../../support/visitor.ts'

let site: OtherSite
test.beforeEach(async () => {
  site = await serveOtherSite({ '/': fixturePathOf('embedded-page.html') })
})
test.afterEach(() => site.close())

test('an administrator opens the chat to a site, and closes it', async ({ page, baseURL }) => {
  const isAllowed = async () => {
    const reply = await page.request.get(`${baseURL}/im/origin`, { headers: { origin: site.origin } })
    return ((await reply.json()) as { allowed: boolean }).allowed
  }
  await openConsole(page, '/apps', 'admin')
  await expect(page.getByRole('row', { name: '本站' })).toContainText(baseURL!)
  await locateButton(page, '新建应用').click()
  const name = createUniqueText('合作医院')
  await locateDialog(page).getByLabel('名称').fill(name)
  const origins = locateDialog(page).getByLabel('来源')
  await origins.fill('https://*.example.cn')
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  await expect(locateDialog(page)).toContainText('https://*.example.cn：来源中不能有 *，请把每个网址分别写出来')
  await takePicture(page, '新建应用')
  await origins.fill(`${site.origin}/\nhttps://chat.example.cn`)
  await locateDialog(page).getByRole('button', { name: '保存' }).click()
  const issued = page.getByRole('dialog', { name: '请保存密钥' })
  await expect(issued.locator('code')).toHaveText(/^[\w-]{43}$/)
  await takePicture(page, '请保存密钥')
  await locateButton(page, '我已记下，关闭').click()
  await expect(page.getByRole('row', { name })).toContainText(`${site.origin}https://chat.example.cn`)
  await page.setViewportSize({ width: 1440, height: 900 })
  const measureHiddenWidth = () =>
    page.locator('.ant-table-content').evaluate((table) => table.scrollWidth - table.clientWidth)
  await expect.poll(measureHiddenWidth).toBe(0)
  await takePicture(page, '开放接入')
  await expect.poll(isAllowed).toBe(true)

  await locateButton(page, `更换密钥 ${name}`).click()
  await locateDialog(page).getByRole('button', { name: '更换' }).click()
  await locateButton(page, '我已记下，关闭').click()
  await locateButton(page, `停用 ${name}`).click()
  await locateDialog(page).getByRole('button', { name: '停用' }).click()
  await expect(page.getByRole('row', { name })).toContainText('已停用')
  // its pages still connect, to learn that the app is closed, but may not upload
  expect(await isAllowed()).toBe(true)
  const mayUpload = async () => {
    const headers = { origin: site.origin }
    const reply = await page.request.fetch(`${baseURL}/files/im/${'0'.repeat(32)}`, { method: 'OPTIONS', headers })
    return 'access-control-allow-origin' in reply.headers()
  }
  await expect.poll(mayUpload).toBe(false)
})

type SdkBuild = 'script' | 'import' | 'module'
type Transport = 'websocket' | 'polling'

type ChatVisit = ChatLogin & { appKey: string; to: string; build: SdkBuild; transport: Transport }

/** @param addresses options of the SDK with which the page finds the server, such as `lbsUrl` */
async function openPage(
  page: Page,
  server: string,
  { accid, ...visit }: ChatVisit,
  addresses: object = { defaultLink: server },
) {
  const query = { server, account: accid, addresses: JSON.stringify(addresses), ...visit }
  await page.goto(`${site.origin}/?${new URLSearchParams(query).toString()}`)
}

for (const [transport, builds] of [
  ['websocket', ['script', 'module']],
  ['polling', ['module', 'import']],
] as const)
  test(`pages of an app chat and send a picture, by ${transport}`, async ({ page, open, baseURL }) => {
    const { appKey, createAccount } = await registerApp(page, site.origin)
    const [ann, bob] = [await createAccount('ann'), await createAccount('bob')]
    const pages = [await open(), await open()] as const
    await openPage(pages[0], baseURL!, { ...ann, appKey, to: bob.accid, build: builds[0], transport })
    await openPage(pages[1], baseURL!, { ...bob, appKey, to: ann.accid, build: builds[1], transport })
    for (const openedPage of pages) await expect(locateState(openedPage)).toHaveText('同步完成')

    await sendText(pages[0], '您好')
    await expect(locateMessages(pages[1])).toHaveText(['in 您好'])
    await sendText(pages[1], '收到')
    await expect(locateMessages(pages[0])).toHaveText(['out 您好', 'in 收到'])
    await pages[0].getByLabel('图片').setInputFiles(fixturePathOf('bridge.png'))
    await locateButton(pages[0], '发送图片').click()
    await expect(locateMessages(pages[1])).toHaveText(['in 您好', 'out 收到', /^in image [1-9]\d*$/])
    await expect(locateMessages(pages[0]).last()).toHaveText(/^out image [1-9]\d*$/)
    for (const openedPage of pages) expect(await openedPage.context().cookies()).toEqual([])
  })

test('a page runs the first example of the documentation with the script', async ({ page, open, baseURL }) => {
  const { appKey, createAccount } = await registerApp(page, site.origin)
  const [ann, bob] = [await createAccount('ann'), await createAccount('bob')]
  const other = await open()
  await openPage(other, baseURL!, { ...bob, appKey, to: ann.accid, build: 'script', transport: 'websocket' })
  await expect(locateState(other)).toHaveText('同步完成')
  const reader = await open()
  await reader.goto('/im/docs')
  const code = await reader.locator('[data-example=start]').innerText()
  const values = { APP_KEY: appKey, ACCOUNT: ann.accid, TOKEN: ann.token, FRIEND: bob.accid }
  const example = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`'${name}'`, `'${value}'`),
    code.replace('https://im.example.cn', baseURL!),
  )
  const lines: string[] = []
  reader.on('console', (message) => lines.push(message.text()))
  // a page that the story serves needs permission to reach this machine
  await reader.context().grantPermissions(['local-network-access'])
  await reader.route(`${site.origin}/example`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<link rel="icon" href="data:,"><script src="${baseURL}/im/sdk.js" crossorigin></script>
        <script>const { NIM } = SDK\n${example}</script>`,
    }),
  )
  await reader.goto(`${site.origin}/example`)
  await expect(locateMessages(other)).toHaveText(['in 您好'])
  await expect.poll(() => lines).toEqual(['已送出：您好', '已断开：logout'])
})

const dead = 'http://127.0.0.1:9'
for (const [way, nameServer] of [
  ['a location service', (server) => ({ lbsUrl: `${server}/im/lbs` })],
  ['a location service beside a dead link', (server) => ({ defaultLink: dead, lbsUrl: `${server}/im/lbs` })],
  ['a backup service', (server) => ({ lbsUrl: `${dead}/im/lbs`, lbsBackupUrlsCustomer: [`${server}/im/lbs`] })],
  ['the default link', (server) => ({ defaultLink: server, lbsUrl: `${dead}/im/lbs`, lbsBackup: false })],
  [
    'private addresses',
    (server) => {
      const { host } = new URL(server)
      return { privateConf: { link_web: host, nos_uploader_web: host, https_enabled: false } }
    },
  ],
] as [string, (server: string) => object][])
  test(`a page finds the server by ${way}`, async ({ page, browser, baseURL }) => {
    const { appKey, createAccount } = await registerApp(page, site.origin)
    const ann = await createAccount('ann')
    const visit = { ...ann, appKey, to: ann.accid, transport: 'websocket' } as const
    // the browser reports each dead address as a fault
    const context = await browser.newContext()
    const [first, second] = [await context.newPage(), await context.newPage()]
    await openPage(first, baseURL!, { ...visit, build: 'module' }, nameServer(baseURL!))
    await expect(locateState(first)).toHaveText('同步完成')
    await openPage(second, baseURL!, { ...visit, build: 'script' }, nameServer(baseURL!))
    await expect(locateState(second)).toHaveText('同步完成')
    await first.getByLabel('图片').setInputFiles(fixturePathOf('bridge.png'))
    await locateButton(first, '发送图片').click()
    await expect(locateMessages(second)).toHaveText([/^in image [1-9]\d*$/])
    await context.close()
  })

for (const [build, transport] of [
  ['script', 'websocket'],
  ['script', 'polling'],
  ['module', 'websocket'],
  ['module', 'polling'],
] as const)
  test(`a page of an unknown origin gets one error, by ${build} and ${transport}`, async ({
    open,
    browser,
    baseURL,
  }) => {
    const ann = await createChatMember(await open())
    // the browser reports the refused socket as a fault
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.clock.install()
    const requests: string[] = []
    page.on('websocket', (socket) => requests.push(socket.url()))
    page.on('request', (request) => request.url().startsWith(baseURL!) && requests.push(request.url()))
    await openPage(page, baseURL!, { ...ann, appKey: '', to: 'nobody', build, transport })
    const ends = page.getByRole('list', { name: '断开' }).getByRole('listitem')
    await expect(ends).toHaveText([new RegExp(`^Error_Origin_Not_Allowed ${site.origin}: .*开放接入`)])
    const listRequestPaths = () => requests.map((url) => new URL(url).pathname)
    const paths = ['/socket.io/', '/im/origin']
    expect(listRequestPaths()).toEqual(build === 'script' ? ['/im/sdk.js', ...paths] : paths)
    await page.clock.fastForward('10:00')
    // a request and its reply, so that a retry would have been seen
    await page.evaluate(() => fetch('/'))
    expect(listRequestPaths()).toHaveLength(build === 'script' ? 3 : 2)
    await expect(ends).toHaveCount(1)
    await expect(locateState(page)).toHaveText('未连接')
    await context.close()
  })

test('a page of an app can neither read the site nor act with its cookie', async ({ browser, open, baseURL }) => {
  await registerApp(await open(), site.origin)
  // the browser reports each blocked request as a fault
  const context = await browser.newContext({ baseURL: baseURL! })
  const visitor = await context.newPage()
  await createChatMember(visitor)
  await visitor.goto(`${site.origin}/no-chat`)
  const fetchFromPage = (address: string, credentials: RequestCredentials) =>
    visitor.evaluate(
      ([url, way]) =>
        fetch(url, { credentials: way }).then(
          (reply) => reply.text(),
          (error: Error) => error.name,
        ),
      [`${baseURL}${address}`, credentials] as const,
    )
  for (const address of ['/prod-api/neteaseUser/getUser', '/', '/im/origin'])
    expect(await fetchFromPage(address, 'include'), address).toBe('TypeError')
  expect(await fetchFromPage('/im/origin', 'omit')).toBe('{"allowed":true}')

  const answered = visitor.waitForResponse('**/prod-api/auth/devices/signOut')
  await visitor.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action })
    document.body.append(form)
    form.submit()
  }, `${baseURL}/prod-api/auth/devices/signOut`)
  // the API accepts only JSON, which a page of another origin may not send
  expect((await answered).status()).toBe(400)
  await context.close()
})
