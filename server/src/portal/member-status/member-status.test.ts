import { expect, test } from 'vitest'
import { createLevel, createMember } from '../../../db/fixtures/membership.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { isActiveMember } from './member-status.ts'

const server = useTestServer()

test('counts members while active or in grace, and the people of a unit', async () => {
  const { sql, secrets } = server().kit
  const levelId = await createLevel(sql, { title: '单位会员', kind: 'unit', seats: 3 })
  const [head, seated, asked] = await Promise.all([
    server().enter('user'),
    server().enter('user'),
    server().enter('user'),
  ])
  const unit = { levelId, kind: 'unit', accountId: head.id, name: '第一医院', phone: head.phone } as const
  const memberId = await createMember(server().kit, unit)
  for (const [person, state] of [
    [seated, 'taken'],
    [asked, 'asked'],
  ] as const)
    await sql`insert into member_seat ${sql({
      member_id: memberId,
      account_id: person.id,
      name: person.username,
      phone_sealed: Buffer.of(0),
      phone_index: secrets.index('phone', person.phone),
      state,
    })}`
  const readMemberships = async () => Promise.all([head, seated, asked].map(({ id }) => isActiveMember(sql, id)))
  expect(await readMemberships()).toEqual([true, true, false])
  await sql`update member set state = 'grace'`
  expect(await readMemberships()).toEqual([true, true, false])
  // imported, and without a sign-in of its owner so far: counts as a member
  await sql`update member set account_id = null, state = 'active'`
  expect(await readMemberships()).toEqual([true, true, false])
  await sql`update member set account_id = ${head.id}, state = 'lapsed'`
  expect(await readMemberships()).toEqual([false, false, false])
})
