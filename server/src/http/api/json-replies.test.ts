// Tests that anonymous visitors share a reply for a second, and that signed-in users see their own changes at once.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { endpoints } from '../../modules.ts'
import { createSharedReplies, serializeReply, type SerializedReply } from './json-replies.ts'

describe('shared replies', () => {
  test('computes a reply once for concurrent callers, and again after a second', async () => {
    let at = 0
    let made = 0
    const replies = createSharedReplies(() => at)
    const obtainReply = () => replies.obtain('list', () => Promise.resolve(serializeReply(`${(made += 1)}`)))
    await Promise.all([obtainReply(), obtainReply(), obtainReply()])
    at = 999
    await obtainReply()
    expect(made).toBe(1)
    at = 1_000
    await obtainReply()
    expect(made).toBe(2)
  })

  test('drops a reply when its content changes, also during its computation', async () => {
    const replies = createSharedReplies()
    const before = Promise.withResolvers<SerializedReply>()
    const early = replies.obtain('list', () => before.promise)
    replies.drop()
    const late = await replies.obtain('list', () => Promise.resolve(serializeReply('after')))
    before.resolve(serializeReply('before'))
    expect((await early).etag).not.toBe(late.etag)
    // a slow request did not store its outdated reply over the new one
    expect((await replies.obtain('list', () => Promise.reject(new Error('not asked')))).etag).toBe(late.etag)
  })

  test('returns a failure to all callers that wait for it, and does not cache it', async () => {
    const replies = createSharedReplies()
    const rejectReading = () => Promise.reject(new Error('no database'))
    const both = await Promise.allSettled([
      replies.obtain('list', rejectReading),
      replies.obtain('list', rejectReading),
    ])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await replies.obtain('list', () => Promise.resolve(serializeReply('there it is')))
    expect(replies.count).toBe(1)
  })

  test('limits the replies in number and bytes, and drops them after a second', async () => {
    let at = 0
    const replies = createSharedReplies(() => at)
    for (let i = 0; i < 1_500; i += 1) await replies.obtain(`${i}`, () => Promise.resolve(serializeReply('short')))
    expect(replies.count).toBe(1_000)
    at = 1_000
    await replies.obtain('next', () => Promise.resolve(serializeReply('x')))
    expect(replies.count).toBe(1)
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 40; i += 1) await replies.obtain(`large ${i}`, () => Promise.resolve(serializeReply(megabyte)))
    expect(replies.count).toBeLessThan(18)
  })
})

test('compresses a long reply once, off the event loop, and sends it again without waiting', async () => {
  const text = 'x'.repeat(100_000)
  const written = serializeReply(text)
  const first = written.pack('br')
  expect(first).toBeInstanceOf(Promise)
  expect(written.pack('br')).toBe(first)
  const bytes = await first
  expect(written.pack('br')).toBe(bytes)
  expect(brotliDecompressSync(bytes).toString()).toBe(text)
})

test('caches only public GET endpoints, and only writes invalidate the cache', () => {
  const cached = endpoints.filter(({ definition }) => definition.publicCache === 'read')
  expect(cached.length).toBeGreaterThan(5)
  for (const { key, method, definition } of cached)
    expect({ key, method, who: definition.who, effect: definition.effect }).toEqual({
      key,
      method: 'GET',
      who: 'anyone',
    })
  const invalidating = endpoints.filter(({ definition }) => definition.publicCache === 'invalidate')
  expect(invalidating.length).toBeGreaterThan(5)
  expect(invalidating.filter(({ method }) => method === 'GET')).toEqual([])
})

describe('over HTTP', () => {
  const server = useTestServer({ RATE_LIMIT: '10000000' }, { nodeCount: 2 })
  let asker = { id: 0, token: '' }
  let doctor = { id: 0, token: '' }
  let draft = { title: '', content: '', tagIds: [0], anonymous: 1 }
  let answerId = 0

  async function readBytes(path: string, token: string | null, headers: Record<string, string> = {}) {
    const reply = await server().app.inject({
      url: `/prod-api${path}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    })
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, raw: reply.body }
  }
  const askQuestion = async (node: number, change: Partial<typeof draft>) =>
    (
      await server()
        .on(node)
        .requestAs(asker, 'POST /problem/add', { ...draft, ...change })
    ).data.id
  const listTitles = ({ data }: { data: { content: { title: string }[] } }) => data.content.map(({ title }) => title)

  beforeAll(async () => {
    const { sql } = server().kit
    const domain = await createDomain(sql, '睡眠')
    asker = await server().enter('user')
    doctor = await server().enter('counsellor')
    await createCounsellor(sql, { accountId: doctor.id })
    draft = { title: '第一个问题', content: '怎么睡得好一些呢'.repeat(20), tagIds: [domain], anonymous: 1 }
    const problemId = await askQuestion(0, {})
    const answer = { problemId, content: '先固定起床时间。'.repeat(20) }
    answerId = (await server().requestAs(doctor, 'POST /problemAnswer/add', answer)).data.id
  })

  test('sends visitors the same bytes in each encoding, and 304 for a known ETag', async () => {
    const path = '/problemAnswer/list?type=2'
    const plain = await readBytes(path, null)
    const br = await readBytes(path, null, { 'accept-encoding': 'gzip, br' })
    const gzip = await readBytes(path, null, { 'accept-encoding': 'gzip' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-cache' })
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.raw)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.raw)
    const known = await readBytes(path, null, { 'if-none-match': plain.headers.etag as string })
    expect([known.status, known.raw]).toEqual([304, ''])
    const own = await readBytes(path, asker.token, { 'accept-encoding': 'br' })
    expect(own.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' })
    expect(brotliDecompressSync(own.bytes).toString()).toContain('第一个问题')
  })

  test('shows an asker their question at once, on either node', async () => {
    for (let i = 0; i < 5; i += 1) {
      const title = `新的问题${i}`
      const changedNode = i % 2
      for (const node of [0, 1]) await server().on(node).request('GET /problem/hotList')
      await askQuestion(changedNode, { title })
      // visitors of the node that changed it see the change at once, too
      expect(listTitles(await server().on(changedNode).request('GET /problem/hotList'))).toContain(title)
      for (const node of [0, 1])
        expect(listTitles(await server().on(node).requestAs(asker, 'GET /problem/hotList'))).toContain(title)
    }
  })

  test('counts the questions of several tags at once, each question once', async () => {
    const tagIds = [await createDomain(server().kit.sql, '家庭'), await createDomain(server().kit.sql, '职场')]
    for (let count = 0; count < 3; count += 1) {
      const { data } = await server().on(1).requestAs(asker, 'GET /problem/getList', { tagIds: tagIds.join() })
      expect(data.totalElements).toBe(count)
      await askQuestion(0, { title: `一起算的第${count}问`, tagIds })
    }
  })

  test('drops shared replies on the other node before their second has passed', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      const readTitles = async () => listTitles(await server().on(1).request('GET /problem/getList'))
      await readTitles()
      await askQuestion(0, { title: '传过去' })
      await until(async () => (await readTitles()).includes('传过去'), 'the other node to know')
    } finally {
      clock.mockRestore()
    }
  })

  test('shows signed-in callers their likes at once, and counts each once', async () => {
    const readLike = async (node: number) => {
      const { data } = await server().on(node).requestAs(asker, 'GET /problemAnswer/list', { type: '2' })
      const { like, likeCount } = data.content.find(({ id }) => id === answerId)!
      return { like, likeCount }
    }
    for (const [isOn, node] of [
      [true, 0],
      [false, 1],
      [true, 1],
      [false, 0],
    ] as const) {
      const key = isOn ? 'POST /problemAnswerLike/add' : 'POST /problemAnswerLike/delete'
      await server().on(node).requestAs(asker, key, { problemAnswerId: answerId })
      for (const other of [0, 1]) expect(await readLike(other)).toEqual({ like: isOn, likeCount: isOn ? 1 : 0 })
    }
  })

  test('shows the asker their own name, and hides it from later visitors', async () => {
    const path = '/problemAnswer/list?type=1'
    const [row] = await server().kit.sql<{ nickname: string }[]>`select nickname from account where id = ${asker.id}`
    expect((await readBytes(path, asker.token)).raw).toContain(row!.nickname)
    expect((await readBytes(path, null)).raw).not.toContain(row!.nickname)
    expect((await readBytes(path, doctor.token)).raw).not.toContain(row!.nickname)
  })
})
