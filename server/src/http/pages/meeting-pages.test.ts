// Tests that each published meeting has its own page and is in the sitemap.
import { beforeAll, expect, test } from 'vitest'
import { createMeeting, createStay } from '../../../db/fixtures/meeting.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({}, { servesPages: true })
let origin = ''
let annual = 0
let training = 0
let draft = 0
beforeAll(async () => {
  origin = await server().nodes[0]!.listen({ port: 0, host: '127.0.0.1' })
  const { sql } = server().kit
  annual = (await createMeeting(sql, { title: '第十三届学术年会' })).id
  training = (await createMeeting(sql, { title: '热线培训班', daysFromNow: 12, registrationDays: 8 })).id
  draft = (await createMeeting(sql, { title: '还在筹备的会', state: 'draft' })).id
})
const fetchPage = (path: string, token?: string) =>
  fetch(origin + path, { redirect: 'manual', headers: token ? { cookie: `token=${token}` } : {} })
async function readPage(path: string, token?: string) {
  const html = await (await fetchPage(path, token)).text()
  const findText = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '')
  return {
    html,
    heading: findText(/<h1[^>]*>(.*?)<\/h1>/s),
    title: findText(/<title>(.*?)<\/title>/),
    description: findText(/<meta name="description" content="(.*?)"/),
    canonical: findText(/<link rel="canonical" href="(.*?)"/),
  }
}
const register = async (token: string) => {
  const wish = {
    companyName: '县人民医院',
    address: '县城1号',
    name: '钱来',
    ...createStay(12),
    activityAttendTypeId: 2,
    activityId: training,
  }
  const { data } = await server().requestAs({ token }, 'POST /activityUser/addPerson', wish)
  return data.activityUser!.id
}

test.each(['/academic/xueshunianhui', '/academic/payment', '/academic/participants'])(
  'gives %s a title, a description and a canonical address for each meeting',
  async (path) => {
    const pages = [await readPage(`${path}?id=${annual}`), await readPage(`${path}?id=${training}`)]
    expect(pages[0]).toMatchObject({
      title: expect.stringContaining('第十三届学术年会'),
      description: expect.stringContaining('第十三届学术年会'),
      canonical: `http://xinqiao.localhost${path}?id=${annual}`,
    })
    expect(pages[1]).toMatchObject({
      title: expect.stringContaining('热线培训班'),
      description: expect.stringContaining('热线培训班'),
      canonical: `http://xinqiao.localhost${path}?id=${training}`,
    })
    expect(pages[1]!.description).not.toContain('论文征集')
    expect(await readPage(path)).toMatchObject({ canonical: `http://xinqiao.localhost${path}` })
  },
)

test.each(['/academic/xueshunianhui', '/academic/payment'])(
  'shows visitors on %s the next annual conference and links to the other meetings',
  async (path) => {
    const page = await readPage(path)
    expect(page.heading).toBe('第十三届学术年会')
    expect(page.html).toContain(`href="${path}?id=${training}"`)
    expect(page.html).not.toContain('还在筹备的会')
    expect((await readPage(`${path}?id=${training}`)).html).toContain(`href="${path}?id=${annual}"`)
    const hidden = await fetchPage(`${path}?id=${draft}`)
    expect(hidden.status).toBe(404)
    expect(await hidden.text()).toContain('这次会议已经结束或尚未发布')
  },
)

test('shows the meeting with an unpaid registration by default, and the registration after its end', async () => {
  const user = await server().enter('user')
  const id = await register(user.token)
  for (const path of ['/academic/xueshunianhui', '/academic/payment']) {
    expect((await readPage(path, user.token)).heading).toBe('热线培训班')
    expect((await readPage(`${path}?id=${annual}`, user.token)).heading).toBe('第十三届学术年会')
  }
  const { html } = await readPage(`/academic/paymentchanne?activityUserId=${id}`, user.token)
  expect(html).toContain(`href="/academic/payment?id=${training}"`)

  await server().kit.sql`update meeting set state = 'closed' where id = ${training}`
  const closed = await fetchPage(`/academic/payment?id=${training}`, user.token)
  expect(closed.headers.get('location')).toBe(`/academic/place?id=${id}`)
  expect((await readPage('/academic/payment', user.token)).heading).toBe('第十三届学术年会')
  await server().kit.sql`update meeting set state = 'open' where id = ${training}`
})

test('lists both addresses of every published meeting in the sitemap', async () => {
  const sitemap = await (await fetchPage('/sitemap.xml')).text()
  for (const path of ['/academic/xueshunianhui', '/academic/payment']) {
    for (const id of [annual, training]) {
      expect(sitemap).toContain(`<loc>http://xinqiao.localhost${path}?id=${id}</loc>`)
    }
    expect(sitemap).not.toContain(`${path}?id=${draft}<`)
  }
})
