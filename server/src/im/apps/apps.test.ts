// Tests of apps as administrators manage them.
import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'

const server = useTestServer({ IM_LINKS: 'https://chat2.xinqiao.test', ALLOW_STANDINS: '1' })
let token = ''
beforeAll(async () => {
  ;({ token } = await server().enter('administrator'))
})

const listApps = async () => (await server().requestAs({ token }, 'GET /admin/apps')).data.content
const selectStoredSecret = async (id: number) => {
  const { kit } = server()
  const [row] = await kit.sql<{ secret_sealed: Buffer }[]>`select secret_sealed from im_app where id = ${id}`
  return kit.secrets.open(row!.secret_sealed, sealBindings.appSecret(id))
}

test('has the site as first app, with origins of the configuration that are not editable', async () => {
  const [site, playground, ...others] = await listApps()
  expect(others).toEqual([])
  expect(playground).toMatchObject({ isPlayground: true, isOpen: false, origins: [] })
  expect(site).toMatchObject({
    name: '本站',
    isSite: true,
    isOpen: true,
    origins: ['http://xinqiao.localhost', 'https://chat2.xinqiao.test'],
  })
  const refused = { status: 409, msg: '本站的来源由部署设置决定，不能在这里修改或停用' }
  expect(
    await server().requestAs({ token }, 'PUT /admin/apps', { id: site!.id, name: '别名', origins: [] }),
  ).toMatchObject(refused)
  expect(await server().requestAs({ token }, 'PUT /admin/apps/state', { id: site!.id, isOpen: false })).toMatchObject(
    refused,
  )
})

test('creates, edits, closes and opens an app; its secret is returned once and stored sealed', async () => {
  const draft = {
    name: ' 合作医院 ',
    origins: ['https://Chat.example.cn/', 'https://chat.example.cn:443', 'http://10.0.0.8:8080'],
  }
  const { data: issued } = await server().requestAs({ token }, 'POST /admin/apps', draft)
  expect(issued).toMatchObject({
    appKey: expect.stringMatching(/^[\da-f]{32}$/),
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await selectStoredSecret(issued.id)).toBe(issued.secret)
  const findApp = async () => (await listApps()).find(({ id }) => id === issued.id)
  expect(await findApp()).toEqual({
    id: issued.id,
    appKey: issued.appKey,
    name: '合作医院',
    origins: ['https://chat.example.cn', 'http://10.0.0.8:8080'],
    isSite: false,
    isPlayground: false,
    isOpen: true,
    alertUrl: '',
    pushUrl: '',
    createTime: expect.any(String),
  })
  const alertUrl = 'https://api.example.cn/alerts'
  await server().requestAs({ token }, 'PUT /admin/apps', {
    id: issued.id,
    name: '医院',
    origins: ['https://心理.example.cn'],
    alertUrl,
  })
  await server().requestAs({ token }, 'PUT /admin/apps/state', { id: issued.id, isOpen: false })
  expect(await findApp()).toMatchObject({
    name: '医院',
    origins: ['https://xn--15ty46b.example.cn'],
    isOpen: false,
    alertUrl,
  })
  await server().requestAs({ token }, 'PUT /admin/apps/state', { id: issued.id, isOpen: true })
  expect(await findApp()).toMatchObject({ isOpen: true })

  const { data: renewed } = await server().requestAs({ token }, 'POST /admin/apps/secret', { id: issued.id })
  expect(renewed).toMatchObject({ id: issued.id, appKey: issued.appKey })
  expect(renewed.secret).not.toBe(issued.secret)
  expect(await selectStoredSecret(issued.id)).toBe(renewed.secret)
})

test.each([
  ['*', '来源中不能有 *，请把每个网址分别写出来'],
  ['https://*.example.cn', '来源中不能有 *，请把每个网址分别写出来'],
  ['chat.example.cn', '来源须以 https:// 或 http:// 开头，如 https://chat.example.cn'],
  ['javascript://chat.example.cn', '来源须以 https:// 或 http:// 开头，如 https://chat.example.cn'],
  ['https://chat.example.cn/index.html', '来源只写到域名或端口，请去掉后面的路径，如 https://chat.example.cn'],
  ['https://chat.example.cn?', '来源只写到域名或端口，请去掉后面的路径，如 https://chat.example.cn'],
  ['https://a@chat.example.cn', '来源只写到域名或端口，请去掉后面的路径，如 https://chat.example.cn'],
])('refuses the origin %s', async (origin, sentence) => {
  const reply = await server().requestAs({ token }, 'POST /admin/apps', {
    name: '医院',
    origins: ['https://a.example.cn', origin],
  })
  expect(reply).toMatchObject({ status: 400, data: { fields: { 'origins.1': sentence } } })
})

test.each([
  ['example.cn/alerts', '接收地址须以 https:// 开头'],
  ['http://api.example.cn/alerts', '接收地址须以 https:// 开头，本机的地址除外'],
  ['https://a:b@api.example.cn/alerts', '接收地址里不能有用户名、密码或 #'],
])('refuses %s as the receiver of alerts', async (alertUrl, sentence) => {
  const reply = await server().requestAs({ token }, 'POST /admin/apps', { name: '医院', origins: [], alertUrl })
  expect(reply).toMatchObject({ status: 400, data: { fields: { alertUrl: sentence } } })
})

test('reports unknown apps as not found', async () => {
  const id = 999_999
  expect((await server().requestAs({ token }, 'PUT /admin/apps', { id, name: '无', origins: [] })).status).toBe(404)
  expect((await server().requestAs({ token }, 'PUT /admin/apps/state', { id, isOpen: false })).status).toBe(404)
  expect((await server().requestAs({ token }, 'POST /admin/apps/secret', { id })).status).toBe(404)
})
