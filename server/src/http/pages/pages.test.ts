// Tests of pages over real sockets, with two nodes on one database: shared, private, and never outdated for long.
import { beforeAll, expect, test } from 'vitest'
import { emptyArticle } from '@xinqiao/contract/articles.ts'
import { createArticle } from '../../../db/fixtures/article.ts'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { createLevel, createMember } from '../../../db/fixtures/membership.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({}, { servesPages: true, nodeCount: 2 })
const origins: string[] = []
beforeAll(async () => {
  for (const node of server().nodes) origins.push(await node.listen({ port: 0, host: '127.0.0.1' }))
})
const fetchPage = (path: string, node = 0, headers: Record<string, string> = {}) =>
  fetch(origins[node] + path, { headers, redirect: 'manual' })
const readTitle = async (path: string, node = 0) =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await fetchPage(path, node)).text())?.[1]?.replace(/<[^>]+>/g, '')
/** The promise is one second. A busy machine gets more time, but the page must update without another request. */
const soon = { timeout: 8_000, interval: 50 }

test('shows edits, withdrawals and due articles on both nodes automatically, and never a draft', async () => {
  const editor = await server().enter('editor')
  const draft = { ...emptyArticle, title: '第一稿', content: '<p>正文</p>', pictureKey: null, attachmentIds: [] }
  let { data: article } = await server().requestAs(editor, 'POST /admin/article', draft)
  const path = `/detail/index?id=${article.id}`
  const readBothTitles = async () => [await readTitle(path, 0), await readTitle(path, 1)]
  const readBothStatuses = async () => [(await fetchPage(path, 0)).status, (await fetchPage(path, 1)).status]
  expect(await readBothStatuses()).toEqual([404, 404])

  article = (
    await server().requestAs(editor, 'POST /admin/article/publish', { id: article.id, version: article.version })
  ).data
  await expect.poll(readBothTitles, soon).toEqual(['第一稿', '第一稿'])
  article = (
    await server().requestAs(editor, 'PUT /admin/article', {
      ...draft,
      title: '第二稿',
      id: article.id,
      version: article.version,
    })
  ).data
  await expect.poll(readBothTitles, soon).toEqual(['第二稿', '第二稿'])
  article = (
    await server().requestAs(editor, 'POST /admin/article/withdraw', { id: article.id, version: article.version })
  ).data
  await expect.poll(readBothStatuses, soon).toEqual([404, 404])
  await server().requestAs(editor, 'POST /admin/article/publish', {
    id: article.id,
    version: article.version,
    publishTime: new Date(Date.now() + 1_500).toISOString(),
  })
  expect(await readBothStatuses()).toEqual([404, 404])
  await expect.poll(readBothTitles, soon).toEqual(['第二稿', '第二稿'])
})

test('redirects the short address of the messages, and explains a call address without a call', async () => {
  const short = await fetchPage('/im')
  expect([short.status, short.headers.get('location')]).toEqual([302, '/im/index'])
  const client = await server().enter('user')
  const page = await fetchPage('/im/call?channel=abc', 0, { cookie: `token=${client.token}` })
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('这个地址里没有通话，请从会话里重新打开')
})

test('serves an anonymous page from memory with the same headers, and 304 for a known ETag', async () => {
  const first = await fetchPage('/')
  const second = await fetchPage('/?utm_source=x')
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  for (const name of ['content-security-policy', 'x-frame-options', 'vary'])
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  expect((await fetchPage('/', 0, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
})

test('counts in the introduction the members that the register has now', async () => {
  const { kit } = server()
  const levels = [
    await createLevel(kit.sql, { title: '个人会员' }),
    await createLevel(kit.sql, { title: '单位会员', kind: 'unit', position: 1 }),
  ] as const
  const readCounts = async () => {
    const html = (await (await fetchPage('/association/index')).text()).replaceAll('<!-- -->', '')
    return ['个人会员', '单位会员'].map((label) => new RegExp(`${label}</dt><dd[^>]*>(\\d+)<`).exec(html)?.[1])
  }
  expect(await readCounts()).toEqual(['0', '0'])
  for (const phone of ['13733340001', '13733340002'])
    await createMember(kit, { levelId: levels[0], name: '岑若谷', phone })
  await createMember(kit, { levelId: levels[0], name: '岑已失效', phone: '13733340003', state: 'lapsed' })
  await createMember(kit, { levelId: levels[1], kind: 'unit', name: '市第九医院', phone: '13733340004' })
  expect(await readCounts()).toEqual(['2', '1'])
})

test('has no inline script', async () => {
  const id = await createArticle(server().kit.sql, {
    title: '</script><script>alert(1)</script>',
    content: '<p>正文</p>',
  })
  for (const path of ['/', '/login/index', `/detail/index?id=${id}`]) {
    const html = await (await fetchPage(path)).text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map((match) => match[1] ?? '')
    expect(scripts.length).toBeGreaterThan(0)
    for (const attributes of scripts) expect(attributes).toMatch(/src="\/assets\/|type="application\/(ld\+)?json"/)
    expect(html).not.toMatch(/<[^>]+\son\w+=/)
  }
})

test('describes questions and answers to search engines, each at its own address', async () => {
  const { sql } = server().kit
  const domain = await createDomain(sql, '睡眠')
  const [ann, bob, doctor] = [
    await server().enter('user'),
    await server().enter('user'),
    await server().enter('counsellor'),
  ]
  await createCounsellor(sql, { accountId: doctor.id, domainIds: [domain] })
  const { requestAs } = server()
  const draft = { title: '夜里总醒</script>怎么办', content: '醒来就睡不着了', tagIds: [domain] }
  const { id } = (await requestAs(ann, 'POST /problem/add', { ...draft, anonymous: 1 })).data
  const first = (await requestAs(doctor, 'POST /problemAnswer/add', { problemId: id, content: '先固定起床的时间' }))
    .data
  const second = (await requestAs(doctor, 'POST /problemAnswer/add', { problemId: id, content: '白天少睡一些' })).data
  await requestAs(bob, 'POST /problemAnswerLike/add', { problemAnswerId: second.id })
  const readQuestionPage = async (path: string) => {
    const html = await (await fetchPage(path)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    const parts = blocks.map(([, json]) => JSON.parse(json ?? '') as { '@type': string })
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    return { canonical, html, qa: parts.find((part) => part['@type'] === 'QAPage') }
  }
  const articleAddress = (answer?: { id: number }) =>
    `http://xinqiao.localhost/psychology/index?id=${id}${answer ? `&answer=${answer.id}` : ''}`
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/) as string
  const createExpectedAnswer = (answer: { id: number }, text: string, upvoteCount: number) => ({
    ...{ '@type': 'Answer', text, upvoteCount, dateCreated: time, url: articleAddress(answer) },
    author: { '@type': 'Person', name: doctor.username },
  })
  const [liked, other] = [
    createExpectedAnswer(second, '白天少睡一些', 1),
    createExpectedAnswer(first, '先固定起床的时间', 0),
  ]
  const question = {
    ...{ '@type': 'Question', name: draft.title, text: draft.content, answerCount: 2, dateCreated: time },
    author: { '@type': 'Person', name: '匿名用户' },
  }
  const onAll = await readQuestionPage(`/psychology/index?id=${id}`)
  expect(onAll.canonical).toBe(articleAddress())
  expect(onAll.qa).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'QAPage' },
    mainEntity: { ...question, acceptedAnswer: liked, suggestedAnswer: [other] },
  })
  for (const text of ['醒来就睡不着了', '先固定起床的时间', '白天少睡一些']) expect(onAll.html).toContain(text)
  expect(onAll.html).not.toContain(ann.username)
  const onOne = await readQuestionPage(`/psychology/index?id=${id}&answer=${first.id}`)
  expect(onOne.canonical).toBe(articleAddress(first))
  expect(onOne.qa).toMatchObject({ mainEntity: { ...question, acceptedAnswer: other, suggestedAnswer: [] } })
  expect(onOne.html).toContain(`<title>${doctor.username}的回答：`)
  // the question's page is named by the question's own title
  const named = (await requestAs(bob, 'POST /problem/add', { ...draft, content: '还没有人回答', anonymous: 2 })).data
  const alone = await readQuestionPage(`/psychology/index?id=${named.id}`)
  expect(alone.qa).toMatchObject({
    mainEntity: { answerCount: 0, suggestedAnswer: [], author: { name: bob.username } },
  })
  expect(alone.qa).not.toHaveProperty('mainEntity.acceptedAnswer')
})

test('shows the Host header on no page', async () => {
  const html = await (await fetchPage('/', 0, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })).text()
  expect(html).not.toContain('evil.example')
  expect(html).toContain('<link rel="canonical" href="http://xinqiao.localhost/"')
})

test('never caches a page of a signed-in user, however the cookie is written', async () => {
  const { token, username } = await server().enter('user')
  for (const cookie of [`a=1;token=${token}`, `token =${token}`, `a=1; token=${token}`]) {
    await fetchPage('/group/index', 0, { cookie })
    const shared = await (await fetchPage('/group/index')).text()
    expect(shared).not.toContain('退出登录')
    expect(shared).not.toContain(username)
  }
})

test('marks a signed-in page private, and clears a dead session', async () => {
  const user = await server().enter('user')
  const mine = await fetchPage('/', 0, { cookie: `token=${user.token}` })
  expect(mine.headers.get('cache-control')).toBe('no-store')
  expect(await mine.text()).toContain('退出登录')
  expect(await (await fetchPage('/')).text()).not.toContain('退出登录')
  const dead = await fetchPage('/', 0, { cookie: 'token=not-a-session-any-more' })
  expect(dead.headers.get('set-cookie')).toContain('token=;')
})

test.each([
  ['/setting/index', 302, /^\/login\/index\?next=/],
  ['/care?on=1&back=/dynamic/index', 303, /^\/dynamic\/index$/],
  ['/care?on=1&back=//evil.example', 303, /^\/$/],
  ['/care?on=1&back=/%E4%B8%AD', 303, /^\/%E4%B8%AD$/],
  ['/care?on=1&back=/%5Cevil.example', 303, /^\/$/],
])('leads from %s to %i %s', async (path, status, location) => {
  const reply = await fetchPage(path)
  expect(reply.status).toBe(status)
  expect(reply.headers.get('location')).toMatch(location)
})

/** The page that follows the switch to larger text. */
const readCareReturnPath = async (path: string, cookie = '') => {
  const href = /href="(\/care\?[^"]*)"/.exec(await (await fetchPage(path, 0, { cookie })).text())?.[1]
  return new URL((href ?? '').replaceAll('&amp;', '&'), 'http://xinqiao.localhost').searchParams.get('back')
}

test('returns to the same page after the switch for larger text, and caches no visitor’s choice', async () => {
  const user = await server().enter('user')
  const cookie = `token=${user.token}`
  for (const path of [
    '/examination/examination?type=2',
    '/examination/paper?id=2&testId1=2',
    '/examination/historypapers?paperId=3&testId=3&page=2',
    '/consult/index?sex=1&key=%E7%84%A6%E8%99%91',
  ])
    expect(await readCareReturnPath(path, cookie)).toBe(path)
  expect(await readCareReturnPath('/learning/index?utm_source=someone&tagId=4')).toBe('/learning/index?tagId=4')
  expect(await readCareReturnPath('/learning/index?tagId=4')).toBe('/learning/index?tagId=4')
})

test.each([
  '/no/such/page',
  '/Detail/Index',
  '/detail/index?id=abc',
  '/detail/index?id=99999999',
  '/.env',
  '//',
  '//evil.example/detail/index?id=1',
  '/files/a/%00/x',
  '/preview/article?id=1',
])('serves %s as a category page', async (path) => {
  const reply = await fetchPage(path)
  expect([401, 404]).toContain(reply.status)
  const html = await reply.text()
  expect(html).toContain('12356')
  expect(html).toContain('<meta name="robots" content="noindex"')
})

test('lists the page of each public question, answer and counsellor in the sitemap', async () => {
  const { kit, enter, requestAs } = server()
  const [asker, doctor] = [await enter('user'), await enter('counsellor')]
  const counsellorId = await createCounsellor(kit.sql, { accountId: doctor.id })
  const tagIds = [await createDomain(kit.sql, '睡眠')]
  const askQuestion = async (title: string): Promise<number> => {
    const input = { title, content: '内容', tagIds, anonymous: 1 }
    return (await requestAs(asker, 'POST /problem/add', input)).data.id
  }
  const [shown, gone] = [await askQuestion('公开的问题'), await askQuestion('删去的问题')]
  const answer = { problemId: shown, content: '回答' }
  const answered = await requestAs(doctor, 'POST /problemAnswer/add', answer)
  await requestAs(asker, 'DELETE /problem', { id: gone })
  const sitemap = await (await fetchPage('/sitemap.xml')).text()
  const places = [
    `/psychology/index?id=${shown}<`,
    `/psychology/index?id=${shown}&amp;answer=${answered.data.id}<`,
    `/ConsultDetail/index?id=${counsellorId}&amp;userId=${doctor.id}<`,
  ]
  for (const place of places) expect(sitemap).toContain(`http://xinqiao.localhost${place}`)
  expect(sitemap).not.toContain(`/psychology/index?id=${gone}<`)
  // the canonical address stays the same when the question's page does not show this answer
  const canonical = `<link rel="canonical" href="http://xinqiao.localhost/psychology/index?id=${shown}&amp;answer=`
  const place = `/psychology/index?id=${shown}&answer=${answered.data.id}`
  expect(await (await fetchPage(place)).text()).toContain(canonical)
  await kit.sql`
    insert into answer (question_id, author_id, counsellor_id, content, state, in_sight, answered_day)
    select question_id, author_id, counsellor_id, '另一个回答', state, true, answered_day from answer
    cross join generate_series(1, 100) where id = ${answered.data.id}`
  expect(await (await fetchPage(place)).text()).toContain(canonical)
})

test('lists only published content in feeds and sitemap', async () => {
  const { sql } = server().kit
  const shown = await createArticle(sql, { title: '公开 & <好>' })
  const hidden = await createArticle(sql, { title: '草稿一篇', state: 'draft', publishAt: null })
  const [rss, sitemap] = [await (await fetchPage('/rss.xml')).text(), await (await fetchPage('/sitemap.xml')).text()]
  expect(rss).toContain('公开 &amp; &lt;好&gt;')
  for (const text of [rss, sitemap]) {
    expect(text).toContain(`/detail/index?id=${shown}<`)
    expect(text).not.toContain(`/detail/index?id=${hidden}<`)
  }
  expect(sitemap).not.toContain('/setting/index')
  expect(await (await fetchPage('/robots.txt')).text()).toContain('Sitemap: http://xinqiao.localhost/sitemap.xml')
})

test.each([
  '/..//evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '//evil.example',
  '/\\evil',
])('redirects to the home page when `back` or `next` is %s', async (target) => {
  const user = await server().enter('user')
  const cookie = { cookie: `token=${user.token}` }
  expect((await fetchPage(`/care?on=1&back=${encodeURIComponent(target)}`)).headers.get('location')).toBe('/')
  const login = await fetchPage(`/login/index?next=${encodeURIComponent(target)}`, 0, cookie)
  expect(login.headers.get('location')).toBe('/')
})
