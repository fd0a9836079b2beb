// Tests of the directory through the API: filters, search, following, and public data of counsellors.
import { beforeAll, expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { domains as allDomains } from '../../../db/seed/counsellors.ts'
import { fileForm, useTestServer } from '../../../test/test-server.ts'
import { parseSearchKey, type DomainTerms } from './search.ts'

const server = useTestServer()
const listNames = (reply: { data: { content: { nickname: string }[] } }) =>
  reply.data.content.map((item) => item.nickname)
const listCounsellors = (input: object = {}, token = '') =>
  server().requestAs({ token }, 'GET /consultDoctor/list', input)

const ids = new Map<string, { id: number; userId: number }>()
beforeAll(async () => {
  const { sql } = server().kit
  const sleep = await createDomain(sql, '睡眠问题')
  const family = await createDomain(sql, '亲子关系')
  for (const [name, gender, domainIds, description] of [
    ['林静安', 2, [sleep], '擅长认知行为的方法，陪伴长期失眠的人。'],
    ['周明远', 1, [family], '熟悉厌学与同伴冲突。CBT 取向。'],
    ['沈若水', 2, [family, sleep], '关注亲密关系，失落与睡眠。'],
  ] as const) {
    const { id: userId } = await server().enter('counsellor')
    await sql`update account set nickname = ${name}, gender = ${gender} where id = ${userId}`
    ids.set(name, {
      userId,
      id: await createCounsellor(sql, { accountId: userId, domainIds: [...domainIds], description }),
    })
  }
  // a counsellor without a completed page is not in the directory
  await server().enter('counsellor')
})

test('lists all counsellors, filtered by gender', async () => {
  expect((await listCounsellors()).data.totalElements).toBe(3)
  expect(listNames(await listCounsellors({ sex: '1' }))).toEqual(['周明远'])
  expect(listNames(await listCounsellors({ sex: '' }))).toHaveLength(3)
  expect(listNames(await listCounsellors({ page: 2, size: 2 }))).toHaveLength(1)
  expect((await listCounsellors({ sex: '3' })).status).toBe(400)
})

test.each([
  ['静安', ['林静安']],
  ['失眠', ['林静安', '沈若水']],
  ['睡不着怎么办', ['林静安', '沈若水']],
  ['夫妻', []],
  ['孩子不上学', ['周明远', '沈若水']],
  ['睡眠', ['林静安', '沈若水']],
  ['睡眠问题', ['林静安', '沈若水']],
  ['亲子 厌学', ['周明远', '沈若水']],
  ['若水 睡不着', ['沈若水']],
  ['亲子 睡不着', ['沈若水']],
  ['不', []],
  ['ｃｂｔ', ['周明远']],
  ['水', ['沈若水']],
  // contains all bigrams of the word, but in another order
  ['亲密关系，失落与睡眠', ['沈若水']],
  ['睡眠失落', []],
  ['没有这样的词', []],
  ['%', []],
  ["' or 1=1 --", []],
])('finds counsellors by the words %s', async (key, names) => {
  const reply = await listCounsellors({ key })
  expect(listNames(reply).toSorted()).toEqual(names.toSorted())
  expect(reply.data.totalElements).toBe(names.length)
})

test('combines a domain with the other filters', async () => {
  const { sql } = server().kit
  const [domain] = await sql<{ id: number }[]>`select id from domain where name = '睡眠问题'`
  expect(listNames(await listCounsellors({ domain: domain!.id })).toSorted()).toEqual(['林静安', '沈若水'])
  expect(listNames(await listCounsellors({ domain: domain!.id, key: '亲密' }))).toEqual(['沈若水'])
  expect((await listCounsellors({ domain: 32_768 })).status).toBe(400)
})

test('changes the search when staff edit the synonyms of a domain', async () => {
  const { token } = await server().enter('service')
  const domains = await server().requestAs({ token }, 'GET /admin/domains')
  const { id, synonyms } = domains.data.find(({ name }) => name === '睡眠问题')!
  expect(synonyms).toContain('失眠')
  const draft = { id, name: '睡眠问题', position: 0, enabled: true }
  expect((await server().requestAs({ token }, 'PUT /admin/domain', { ...draft, synonyms: ['熬'] })).status).toBe(400)
  expect((await server().requestAs({ token }, 'PUT /admin/domain', draft)).data.synonyms).toEqual(synonyms)
  const saved = await server().requestAs({ token }, 'PUT /admin/domain', { ...draft, synonyms: ['数羊', '数羊'] })
  expect(saved.data.synonyms).toEqual(['数羊'])
  const searchForSheep = async () => listNames(await listCounsellors({ key: '数羊' })).toSorted()
  await expect.poll(searchForSheep, { timeout: 10_000 }).toEqual(['林静安', '沈若水'])
  expect(listNames(await listCounsellors({ key: '失眠' }))).toEqual(['林静安'])
  await server().requestAs({ token }, 'PUT /admin/domain', { ...draft, synonyms })
})

test.each(['抑郁', '自残', '强迫症', '婚姻', '夫妻', '孩子不上学', '高考压力'])(
  'finds a domain for %s in a new installation with the twelve domains',
  async (key) => {
    const { sql } = server().kit
    for (const [position, name] of allDomains.entries()) await createDomain(sql, name, position)
    const domains = await sql<DomainTerms[]>`select id, name, synonyms from domain`
    expect(domains.filter(({ synonyms }) => synonyms.length >= 13)).toHaveLength(12)
    expect(parseSearchKey(key, domains)[0]?.domainIds).not.toEqual([])
  },
)

test.each([
  ...['自残', '自杀', '不想活', '想死了', '自 残', '我想 自殺'].map((key) => [key, true] as const),
  ...['失眠', '亲子 作业', '抑郁', '林静安', ''].map((key) => [key, false] as const),
])('shows for the search %s the help card: %s', async (key, isShown) => {
  const { care } = (await server().request('GET /care/search', { key })).data
  expect(care !== null).toBe(isShown)
})

test('shows a page with credentials and chat account, and none for unlisted or other accounts', async () => {
  const { sql } = server().kit
  const { id, userId } = ids.get('林静安')!
  await sql`
    insert into counsellor_credential (counsellor_id, title, number, issuer, valid_until, state, scan_key) values
      (${id}, '心理治疗师', 'XL-1', '省卫健委', now() + interval '1 year', 'verified', 'secret-scan'),
      (${id}, '过期的证', 'XL-2', '省卫健委', now() - interval '1 day', 'verified', null),
      (${id}, '没核验的证', 'XL-3', '省卫健委', null, 'pending', null)`
  const reply = await server().request('GET /consultDoctor/getById', { id, userId })
  expect(reply.data).toMatchObject({ nickname: '林静安', domainSet: [{ domain: '睡眠问题' }], price: 30_000 })
  expect(reply.data.credentials).toMatchObject([{ title: '心理治疗师', number: 'XL-1' }])
  expect(reply.raw).not.toContain('secret-scan')
  expect(reply.data.accid).toMatch(/^xq/)
  expect((await server().request('GET /consultDoctor/getById', { id })).data.accid).toBe(reply.data.accid)
  expect((await server().request('GET /consultDoctor/getById', { id, userId: userId + 1 })).status).toBe(404)
  await sql`update account set enabled = false where id = ${ids.get('周明远')!.userId}`
  expect((await server().request('GET /consultDoctor/getById', { id: ids.get('周明远')!.id })).status).toBe(404)
})

test('accepts on a counsellor’s page the caller’s own account, and no other', async () => {
  const { id } = ids.get('林静安')!
  const [own, other] = [await server().enter('user'), await server().enter('user')]
  const readStatusWith = async (userId: number) =>
    (await server().requestAs(own, 'GET /consultDoctor/getById', { id, userId })).status
  expect(await readStatusWith(own.id)).toBe(200)
  expect(await readStatusWith(other.id)).toBe(404)
})

test('lists followed counsellors, newest first, and removes unfollowed ones', async () => {
  const ann = await server().enter('user')
  const [first, second] = [ids.get('林静安')!, ids.get('沈若水')!]
  const follow = (consultDoctorId: number, action: 'add' | 'del' = 'add', over: object = {}) =>
    server().requestAs(ann, `POST /consultDoctorCollect/${action}`, { consultDoctorId, ...over })
  expect((await follow(first.id)).msg).toBe('关注成功')
  expect((await follow(second.id, 'add', { userId: ann.id })).msg).toBe('关注成功')
  expect((await follow(second.id, 'add', { userId: first.userId })).reason).toBe('notYours')
  expect((await follow(99_999)).status).toBe(404)
  const listFollowed = () => server().requestAs(ann, 'GET /consultDoctorCollect/list', { userId: ann.id })
  expect(listNames(await listFollowed())).toEqual(['沈若水', '林静安'])
  expect((await listFollowed()).data.content[0]).toMatchObject({ collectStatus: true, followCount: 1 })
  expect((await follow(second.id, 'del')).msg).toBe('取消关注成功')
  expect(listNames(await listFollowed())).toEqual(['林静安'])
  expect((await server().request('POST /consultDoctorCollect/add', { consultDoctorId: first.id })).msg).toBe('请先登录')
})

test('shows the directory in pages of five, with each counsellor once', async () => {
  const { sql } = server().kit
  const { token } = await server().enter('user')
  // two counsellors of the other tests are listed, because the account of the third was disabled
  for (const name of ['何安然', '陆远', '乔木', '方晴'])
    await createCounsellor(sql, { accountId: (await server().enter('counsellor')).id, description: name })
  const [first, second, third] = [
    await listCounsellors({}, token),
    await listCounsellors({ page: 2 }, token),
    await listCounsellors({ page: 3 }, token),
  ]
  expect([first, second, third].map((page) => page.data.totalElements)).toEqual([6, 6, 6])
  expect([first, second, third].map((page) => listNames(page).length)).toEqual([5, 1, 0])
  expect(new Set([...listNames(first), ...listNames(second)]).size).toBe(6)
})

test('lets only staff upload and read a scan, which must be verified again', async () => {
  const { id, userId } = ids.get('沈若水')!
  const [service, admin, editor] = [
    await server().enter('service'),
    await server().enter('administrator'),
    await server().enter('editor'),
  ]
  const draft = { counsellorId: id, title: '注册心理师', number: 'ZC-7', issuer: '学会', validUntil: '2099-01-01' }
  const credential = (await server().requestAs(service, 'POST /admin/credential', draft)).data
  expect(credential).toMatchObject({ state: 'pending', scanUrl: null })
  const settleCredential = () =>
    server().requestAs(service, 'POST /admin/credential/settle', { id: credential.id, state: 'verified' })
  const getPublicCounsellor = () => server().request('GET /consultDoctor/getById', { id, userId })
  await settleCredential()
  expect((await getPublicCounsellor()).data.credentials).toMatchObject([{ number: 'ZC-7' }])

  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  const upload = (token: string, name = '证书.pdf', bytes: Uint8Array = pdf, credentialId = credential.id) =>
    server().upload({ token }, 'POST /admin/credential/scan', fileForm(name, bytes, { id: credentialId }))
  const user = await server().enter('user')
  for (const caller of [user, editor, await server().enter('counsellor')])
    expect((await upload(caller.token)).status).toBe(403)
  expect((await upload(service.token, '证书.txt')).msg).toBe('只能上传PDF、JPG或PNG格式的文件')
  expect((await upload(service.token, '证书.pdf', Buffer.from('no pdf'))).msg).toBe('只能上传PDF、JPG或PNG格式的文件')
  expect((await upload(service.token, '证书.pdf', pdf, 99_999)).status).toBe(404)
  const scan = await upload(service.token)
  expect(scan.data).toMatchObject({ id: credential.id, state: 'pending', scanUrl: expect.any(String) as string })
  // the verification covered only the former scan
  expect((await getPublicCounsellor()).data.credentials).toEqual([])
  expect((await settleCredential()).data.state).toBe('verified')

  const openFile = async (url: string, token: string | null) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    return server().app.inject({ url, headers })
  }
  const forService = scan.data.scanUrl!
  expect((await openFile(forService, service.token)).rawPayload.equals(pdf)).toBe(true)
  const forAdmin = (await server().requestAs(admin, 'GET /admin/counsellor', { id })).data.credentials[0]!.scanUrl!
  expect((await openFile(forAdmin, admin.token)).statusCode).toBe(200)
  for (const caller of [null, user, editor, admin])
    expect((await openFile(forService, caller?.token ?? null)).statusCode).toBe(404)
  for (const caller of [user, editor]) {
    expect((await openFile(forAdmin, caller.token)).statusCode).toBe(404)
    expect((await server().requestAs(caller, 'GET /admin/counsellor', { id })).status).toBe(403)
  }
  // public fields: title, number and validity
  const page = await getPublicCounsellor()
  expect(page.data.credentials).toEqual([
    { id: credential.id, title: '注册心理师', number: 'ZC-7', issuer: '学会', validUntil: '2099-01-01 23:59:59' },
  ])
  const [row] = await server().kit.sql<{ scan_key: string }[]>`
    select scan_key from counsellor_credential where id = ${credential.id}`
  expect(page.raw).not.toContain(row!.scan_key)
})
