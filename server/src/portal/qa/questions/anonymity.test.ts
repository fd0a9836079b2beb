// Tests of anonymity: no reply and no page names an anonymous asker, except to the asker.
import { beforeAll, expect, test } from 'vitest'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { createCounsellor, createDomain } from '../../../../db/fixtures/counsellor.ts'
import { containsValue } from '../../../../test/contains-value.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { endpoints } from '../../../modules.ts'
import { notifyReaders } from '../notifications/notify-readers.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { withPages: true })
const marker = '搬家以后孩子不爱说话'

let asker = { id: 0, token: '', username: '' }
let doctor = { id: 0, token: '', username: '' }
let values: Record<string, string> = {}
/** Ids of the anonymous questions by their state; `merged` was merged into `into`. */
let hiddenAskerQuestions: Record<'answered' | 'unanswered' | 'held' | 'merged' | 'into', number>
let problemAnswerId = 0
let secrets: string[] = []

beforeAll(async () => {
  const { sql } = server().kit
  // numbers that occur in no other place
  await server().owner`alter table account alter id restart with 7310047`
  const domain = await createDomain(sql, '情绪困扰')
  asker = await server().enter('user')
  doctor = await server().enter('counsellor')
  await createCounsellor(sql, { accountId: doctor.id, domainIds: [domain] })
  const [seven] = await sql<{ id: number }[]>`
    update account set nickname = '赵无名', email = 'wuming@example.test', avatar = 'avatar-of-wuming.png'
    where id = ${asker.id} returning id`
  const chat = await server().callAs(asker, 'GET /neteaseUser/getUser')
  secrets = ['赵无名', asker.username, 'wuming@example.test', 'avatar-of-wuming', chat.data.accid, `${seven!.id}`]
  const draft = { title: marker, content: `${marker}，怎么陪伴比较好`, tagIds: [domain], anonymous: 1 }
  const asked = await server().callAs(asker, 'POST /problem/add', draft)
  expect(asked.status).toBe(200)
  const problemId = asked.data.id
  const ask = async (over: object, author = asker) =>
    (await server().callAs(author, 'POST /problem/add', { ...draft, ...over })).data
  const held = await ask({ content: '我不想活了，药都准备好了' })
  expect(held.care).toBe('plan')
  const { id: unanswered } = await ask({ content: `${marker}，还没有人回答` })
  const { id: merged } = await ask({ content: `${marker}，问过的` })
  const { id: into } = await ask({ content: `${marker}，别人也问`, anonymous: 2 }, await server().enter('user'))
  const given = await server().callAs(doctor, 'POST /problemAnswer/add', { problemId, content: '我在听' })
  problemAnswerId = given.data.id
  const toMerged = { problemId: merged, content: '可以先陪他坐一会儿' }
  expect((await server().callAs(doctor, 'POST /problemAnswer/add', toMerged)).status).toBe(200)
  const service = await server().enter('service')
  expect((await server().callAs(service, 'POST /admin/question/merge', { id: merged, into })).status).toBe(200)
  hiddenAskerQuestions = { answered: problemId, unanswered, held: held.id, merged, into }
  // every action that notifies others: like, collect, follow, report
  for (const [path, input] of [
    ['/problemAnswerLike/add', { problemAnswerId }],
    ['/problemCollect/add', { problemAnswerId }],
    ['/problemStemCollect/add', { problemId }],
    ['/consultDoctorCollect/add', { consultDoctorId: 1 }],
    ['/problem/report', { problemId, problemAnswerId, reason: 'other' }],
  ] as const)
    expect((await server().sendRaw('POST', path, input, asker)).status).toBe(200)
  const [alert] = await sql<{ id: number }[]>`select id from crisis_alert order by id desc limit 1`
  values = { id: `${problemId}`, problemId: `${problemId}`, doctorId: '1', tagIds: `${domain}`, type: '1', size: '100' }
  values.alertId = `${alert!.id}`
})

const reads = endpoints.filter(({ method, row }) => method === 'GET' && !row.effect)

type Text = { key: string; text: string }

/** Acts on the anonymous texts, so that the caller's lists contain them afterwards. */
async function act(token: string): Promise<Text[]> {
  const { answered: problemId, unanswered, held, merged } = hiddenAskerQuestions
  const texts: Text[] = []
  for (const [path, input] of [
    ['/problemAnswerLike/add', { problemAnswerId }],
    ['/problemCollect/add', { problemAnswerId }],
    ['/problemStemCollect/add', { problemId }],
    ['/problemStemCollect/add', { problemId: unanswered }],
    ['/problemStemCollect/add', { problemId: merged }],
    ['/problemStemCollect/add', { problemId: held }],
    ['/consultDoctorCollect/add', { consultDoctorId: 1 }],
    ['/problem/report', { problemId, problemAnswerId, reason: 'other' }],
    ['/problem/report', { problemId: held, reason: 'other' }],
    ['/problem/appeal', { problemId, text: '请再看看' }],
    ['/problem/add', { title: marker, content: `${marker}，我也想知道`, tagIds: values.tagIds, anonymous: 2 }],
    ['/problemAnswer/add', { problemId, content: '慢慢来，先听他说' }],
    ['/admin/question/close', { id: unanswered, closed: false }],
    ['/problemAnswerLike/delete', { problemAnswerId }],
  ] as const)
    texts.push({ key: `POST ${path}`, text: (await server().sendRaw('POST', path, input, { token })).raw })
  return texts
}

/** Replies of every call. Calls about questions run for each question and each list. */
const inputs = () => [
  ...reads.flatMap(({ key, path }) =>
    [values, { ...values, id: values.alertId!, type: '2' }].map((given) => ({ key, path, given })),
  ),
  ...reads
    .filter(({ path }) => /^\/(problem|admin\/(question|review))/.test(path))
    .flatMap(({ key, path }) => [
      ...Object.entries(hiddenAskerQuestions).map(([kind, id]) => ({
        key: `${key} ${kind}`,
        path,
        given: { id: `${id}`, problemId: `${id}` },
      })),
      ...['1', '2', '3', '4', '5'].map((type) => ({ key: `${key} type ${type}`, path, given: { type, size: '100' } })),
    ]),
]

const pages = () => [
  ...Object.values(hiddenAskerQuestions).map((id) => `${routes.psychology}?id=${id}`),
  `${routes.psychology}?id=${hiddenAskerQuestions.answered}&answer=${problemAnswerId}`,
  ...[1, 2, 3, 4, 5].map((type) => `${routes.psychology}?type=${type}`),
  `${routes.psychology}?type=3&tags=${values.tagIds}`,
  `${routes.psychology}?own=1`,
  `${routes.consultDetail}?id=${values.doctorId}&userId=${doctor.id}`,
  routes.message,
  '/sitemap.xml',
]

async function readAll(token: string | undefined): Promise<Text[]> {
  const texts: Text[] = []
  for (const { key, path, given } of inputs())
    texts.push({ key, text: (await server().sendRaw('GET', path, given, { token: token ?? null })).raw })
  for (const url of pages()) {
    const page = await server().app.inject({ url, headers: token ? { cookie: `token=${token}` } : {} })
    texts.push({ key: url, text: page.body })
  }
  return texts
}

/** Replies that must contain the question, so that the search for names cannot pass on empty replies. */
const repliesWithQuestion = {
  everyone: () => [
    ...['list type 1', 'list type 2', 'list type 3', 'listById'].map((name) => `GET /problemAnswer/${name}`),
    ...['getList', 'hotList', 'getById answered', 'getById unanswered', 'getById merged'].map(
      (name) => `GET /problem/${name}`,
    ),
    // held questions have no public page, and merged ones redirect
    ...pages().filter(
      (url) =>
        /psychology.*[?&](id|answer|tags|type=[123])\b/.test(url) &&
        ![hiddenAskerQuestions.held, hiddenAskerQuestions.merged].some((id) => url.endsWith(`?id=${id}`)),
    ),
  ],
  signedIn: () => [
    ...['list type 4', 'list type 5'].map((name) => `GET /problemAnswer/${name}`),
    ...['GET /problemStemCollect/getAllList', 'GET /message/getUnReadByUserId'],
    `${routes.psychology}?type=5`,
  ],
  moderators: () => ['answered', 'unanswered', 'held', 'merged'].map((state) => `GET /admin/question ${state}`),
}

test.each(['visitor', ...(Object.keys(roles) as Role[])])('hides the asker from %s', async (role) => {
  const token = role === 'visitor' ? undefined : (await server().enter(role as Role)).token
  const acts = token === undefined ? [] : await act(token)
  // checks notices about later answers, too
  const content = `给${role}的回答`
  await server().callAs(doctor, 'POST /problemAnswer/add', { problemId: hiddenAskerQuestions.answered, content })
  await notifyReaders(server().kit)
  const texts = [...acts, ...(await readAll(token))]
  const shown = texts.filter(({ text }) => text.includes(marker)).map(({ key }) => key)
  expect(shown).toEqual(expect.arrayContaining(repliesWithQuestion.everyone()))
  expect(texts.find(({ key }) => key.startsWith(routes.consultDetail))?.text).toContain('我在听')
  if (token !== undefined) expect(shown).toEqual(expect.arrayContaining(repliesWithQuestion.signedIn()))
  if (role === 'service' || role === 'administrator')
    expect(shown).toEqual(expect.arrayContaining(repliesWithQuestion.moderators()))
  // lists of accounts and sign-ins name every account, but no question
  const naming = ['GET /admin/users', 'GET /admin/security']
  const found = texts.filter(
    ({ key, text }) =>
      (!naming.includes(key) || text.includes(marker)) && secrets.some((secret) => containsValue(text, secret)),
  )
  expect(found.map(({ key }) => key)).toEqual([])
})

test('hides the asker from the counsellor who answered, also in the notification of a like', async () => {
  const texts = await readAll(doctor.token)
  const unread = texts.find(({ key, text }) => key === 'GET /message/getUnReadByUserId' && text.includes(marker))
  expect(unread?.text).toContain('匿名用户')
  expect(
    texts.filter(({ text }) => secrets.some((secret) => containsValue(text, secret))).map(({ key }) => key),
  ).toEqual([])
})

test('shows the asker their own name', async () => {
  const { data } = await server().callAs(asker, 'GET /problem/getById', { id: values.id })
  expect(data).toMatchObject({ nickname: '赵无名', own: true, auditStatus: 1 })
  const texts = await readAll(asker.token)
  const named = texts.filter(({ text }) => text.includes('赵无名')).map(({ key }) => key)
  // proves that the search finds names in replies and on pages
  const own = ['GET /problem/getById answered', 'GET /problemAnswer/list type 2', 'GET /problem/listOwnPage']
  expect(named).toEqual(expect.arrayContaining([...own, `${routes.psychology}?id=${hiddenAskerQuestions.answered}`]))
})

test('keeps the asker of a merged question anonymous', async () => {
  const { sql } = server().kit
  const [hidden, named, service] = [
    await server().enter('user'),
    await server().enter('user'),
    await server().enter('service'),
  ]
  const draft = { title: '怎样开口', content: '想和家人谈谈', tagIds: values.tagIds }
  let asked = 0
  const ask = async (author: { token: string }, anonymous: 1 | 2) =>
    (
      await server().callAs(author, 'POST /problem/add', {
        ...draft,
        content: `${draft.content}${(asked += 1)}`,
        anonymous,
      })
    ).data.id
  const [from, middle, into] = [await ask(hidden, 1), await ask(named, 2), await ask(named, 2)]
  const given = await server().callAs(doctor, 'POST /problemAnswer/add', { problemId: from, content: '慢慢来' })
  for (const [id, other] of [
    [from, middle],
    [middle, into],
  ] as const)
    expect((await server().callAs(service, 'POST /admin/question/merge', { id, into: other })).status).toBe(200)
  for (const person of [hidden, named])
    await server().callAs(person, 'POST /problemAnswerLike/add', { problemAnswerId: given.data.id })
  const notices = await sql<{ from_name: string }[]>`
    select from_name from message where account_id = ${doctor.id} and question_id = ${into} order by id`
  expect(notices.map((item) => item.from_name)).toEqual(['匿名用户', named.username])
})
