// Research T6: who asks anonymously is named by no reply of any call, to nobody but the asker.
import { beforeAll, expect, test } from 'vitest'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { makeCounsellor, makeDomain } from '../../../db/make/counsellor.ts'
import { useHouse } from '../../../test/house.ts'
import { calls } from '../../http/features.ts'

const house = useHouse({ RATE_LIMIT: '10000000' })
const marker = '搬家以后孩子不爱说话'
const call = (method: string, path: string, input?: unknown, token?: string) =>
  house().call(method, path, input, { token: token ?? null })

let asker = { id: 0, token: '', username: '' }
let doctor = { id: 0, token: '', username: '' }
let values: Record<string, string> = {}
let secrets: string[] = []

beforeAll(async () => {
  const { sql } = house().kit
  const domain = await makeDomain(sql, '情绪困扰')
  asker = await house().enter('user')
  doctor = await house().enter('counsellor')
  await makeCounsellor(sql, { accountId: doctor.id, domainIds: [domain] })
  // numbers that stand in no other place
  const [seven] = await sql<{ id: number }[]>`
    update account set nickname = '赵无名', email = 'wuming@example.test', avatar = 'avatar-of-wuming.png'
    where id = ${asker.id} returning id`
  const chat = await call('GET', '/neteaseUser/getUser', undefined, asker.token)
  secrets = [
    '赵无名',
    asker.username,
    'wuming@example.test',
    'avatar-of-wuming',
    chat.data.accid as string,
    `${seven!.id}`,
  ]
  const draft = { title: marker, content: `${marker}，怎么陪伴比较好`, tagIds: [domain], anonymous: 1 }
  const asked = await call('POST', '/problem/add', draft, asker.token)
  expect(asked.status).toBe(200)
  const problemId = asked.data.id as number
  const crisis = { ...draft, content: '我不想活了，药都准备好了' }
  expect((await call('POST', '/problem/add', crisis, asker.token)).data.care).toBe('plan')
  const given = await call('POST', '/problemAnswer/add', { problemId, content: '我在听' }, doctor.token)
  const problemAnswerId = given.data.id as number
  // everything by which one could be told: liking, collecting, following, reporting
  for (const [path, input] of [
    ['/problemAnswerLike/add', { problemAnswerId }],
    ['/problemCollect/add', { problemAnswerId }],
    ['/problemStemCollect/add', { problemId }],
    ['/consultDoctorCollect/add', { consultDoctorId: 1 }],
    ['/problem/report', { problemId, problemAnswerId, reason: 'other' }],
  ] as const)
    expect((await call('POST', path, input, asker.token)).status).toBe(200)
  const [alert] = await sql<{ id: number }[]>`select id from crisis_alert order by id desc limit 1`
  values = { id: `${problemId}`, problemId: `${problemId}`, doctorId: '1', tagIds: `${domain}`, type: '1', size: '100' }
  values.alertId = `${alert!.id}`
})

const reads = calls.filter(({ method, row }) => method === 'GET' && !row.effect)
/** Each number of a reply stands alone, so that 10001 is not found in 100012. */
const holds = (text: string, secret: string) =>
  /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text) : text.includes(secret)

async function readAll(token: string | undefined) {
  const texts: { key: string; text: string }[] = []
  for (const { key, path } of reads) {
    for (const given of [values, { ...values, id: values.alertId!, type: '2' }]) {
      const reply = await call('GET', path, given, token)
      texts.push({ key, text: reply.raw })
    }
  }
  return texts
}

test.each(['nobody', ...(Object.keys(roles) as Role[])])('as %s', async (role) => {
  const token = role === 'nobody' ? undefined : (await house().enter(role as Role)).token
  const texts = await readAll(token)
  expect(texts.some(({ text }) => text.includes(marker))).toBe(true)
  // the lists of accounts and of their sign-ins name every account, and no question
  const naming = ['GET /admin/users', 'GET /admin/security']
  const found = texts.filter(
    ({ key, text }) =>
      (!naming.includes(key) || text.includes(marker)) && secrets.some((secret) => holds(text, secret)),
  )
  expect(found.map(({ key }) => key)).toEqual([])
})

test('to the counsellor who answered, and in what the counsellor is told of the like', async () => {
  const texts = await readAll(doctor.token)
  const told = texts.find(({ key, text }) => key === 'GET /message/getUnReadByUserId' && text.includes(marker))
  expect(told?.text).toContain('匿名用户')
  expect(texts.filter(({ text }) => secrets.some((secret) => holds(text, secret))).map(({ key }) => key)).toEqual([])
})

test('the asker is told by name', async () => {
  const { data } = await call('GET', '/problem/getById', { id: values.id }, asker.token)
  expect(data).toMatchObject({ nickname: '赵无名', own: true, auditStatus: 1 })
})

test('who asked anonymously stays so in the question theirs was merged into', async () => {
  const { sql } = house().kit
  const [hidden, named, service] = [
    await house().enter('user'),
    await house().enter('user'),
    await house().enter('service'),
  ]
  const draft = { title: '怎样开口', content: '想和家人谈谈', tagIds: values.tagIds }
  let asked = 0
  const ask = async (who: { token: string }, anonymous: 1 | 2) =>
    (await call('POST', '/problem/add', { ...draft, content: `${draft.content}${(asked += 1)}`, anonymous }, who.token))
      .data.id as number
  const [from, middle, into] = [await ask(hidden, 1), await ask(named, 2), await ask(named, 2)]
  const given = await call('POST', '/problemAnswer/add', { problemId: from, content: '慢慢来' }, doctor.token)
  for (const [id, other] of [
    [from, middle],
    [middle, into],
  ] as const)
    expect((await call('POST', '/admin/question/merge', { id, into: other }, service.token)).status).toBe(200)
  for (const who of [hidden, named])
    await call('POST', '/problemAnswerLike/add', { problemAnswerId: given.data.id }, who.token)
  const told = await sql<{ from_name: string }[]>`
    select from_name from message where account_id = ${doctor.id} and question_id = ${into} order by id`
  expect(told.map((one) => one.from_name)).toEqual(['匿名用户', named.username])
})
