// Tests that the search text of counsellors is updated when a domain or an account is renamed.
import { expect, test } from 'vitest'
import { createCounsellor, createDomain } from '../../../db/fixtures/counsellor.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { countWaitingConnections } from '../../../test/waiting-connections.ts'

const server = useTestServer()
/** Replies to visitors and names of domains are cached for up to a second. */
const expectFound = (key: string) => expect.poll(() => searchCounsellors(key), { timeout: 5_000 })
const searchCounsellors = async (key: string) => {
  const { data } = await server().request('GET /consultDoctor/list', { key })
  return data.content.map(({ nickname }) => nickname)
}

/** A listed counsellor with a domain. */
async function enterCounsellor(name: string, domainName: string) {
  const counsellor = await server().enter('counsellor')
  await server().kit.sql`update account set nickname = ${name} where id = ${counsellor.id}`
  const domainId = await createDomain(server().kit.sql, domainName)
  const id = await createCounsellor(server().kit.sql, { accountId: counsellor.id, domainIds: [domainId] })
  return { ...counsellor, counsellorId: id, domainId }
}

test('finds a renamed domain by its new name and no longer by its old one', async () => {
  const { domainId } = await enterCounsellor('陈晨', '旧式疗法')
  const admin = await server().enter('administrator')
  expect(await searchCounsellors('旧式')).toEqual(['陈晨'])
  const renamed = { id: domainId, name: '新派技术', position: 0, enabled: true, synonyms: [] }
  expect((await server().requestAs(admin, 'PUT /admin/domain', renamed)).status).toBe(200)
  await expectFound('旧式').toEqual([])
  expect(await searchCounsellors('新派')).toEqual(['陈晨'])
  // for a single character, only the stored text is searched
  expect(await searchCounsellors('派')).toEqual(['陈晨'])
})

test('finds a renamed counsellor by the new name and no longer by the old one', async () => {
  const { token } = await enterCounsellor('骆一鸣', '沙盘')
  expect(await searchCounsellors('骆一鸣')).toEqual(['骆一鸣'])
  const profile = { nickName: '骆长风', email: 'luo@example.test', gender: 1 }
  expect((await server().requestAs({ token }, 'PUT /api/users/center', profile)).status).toBe(200)
  await expectFound('骆一鸣').toEqual([])
  expect(await searchCounsellors('骆长风')).toEqual(['骆长风'])
})

test('stores the new name in a page that is saved while its domain is renamed', async () => {
  const { counsellorId, domainId } = await enterCounsellor('邵同时', '先前名称')
  const admin = await server().enter('administrator')
  const page = (await server().requestAs(admin, 'GET /admin/counsellor', { id: counsellorId })).data
  const isBlocked = async () => (await countWaitingConnections(server().kit.sql)) > 0
  let save!: Promise<{ status: number }>
  await server().owner.begin(async (tx) => {
    await tx`update domain set name = '随后标签' where id = ${domainId}`
    save = server().requestAs(admin, 'PUT /admin/counsellor', page)
    await expect.poll(isBlocked, { timeout: 5_000, interval: 10 }).toBe(true)
  })
  expect((await save).status).toBe(200)
  await expectFound('签').toEqual(['邵同时'])
})
