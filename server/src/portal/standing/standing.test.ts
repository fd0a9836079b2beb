import { expect, test } from 'vitest'
import { useHouse } from '../../../test/house.ts'
import { isActiveMember } from './standing.ts'

const house = useHouse()

test('a member counts while active or in grace, and so do the people of a unit', async () => {
  const { sql, secrets } = house().kit
  const [level] = await sql<{ id: number }[]>`
    insert into member_level (kind, title, seats) values ('unit', '单位会员', 3) returning id`
  const [head, seated, asked] = await Promise.all([house().enter('user'), house().enter('user'), house().enter('user')])
  const [member] = await sql<{ id: number }[]>`
    insert into member ${sql({
      number: 'D-1',
      kind: 'unit',
      level_id: level!.id,
      account_id: head.id,
      name: '第一医院',
      state: 'active',
      joined_on: '2026-01-01',
      term_from: '2026-01-01',
      term_until: '2026-12-31',
      phone_sealed: secrets.seal(head.phone),
      phone_index: secrets.index('phone', head.phone),
    })} returning id`
  for (const [person, state] of [
    [seated, 'taken'],
    [asked, 'asked'],
  ] as const)
    await sql`insert into member_seat ${sql({
      member_id: member!.id,
      account_id: person.id,
      name: person.username,
      phone_sealed: secrets.seal(person.phone),
      phone_index: secrets.index('phone', person.phone),
      state,
    })}`
  const standing = async () => Promise.all([head, seated, asked].map(({ id }) => isActiveMember(sql, id)))
  expect(await standing()).toEqual([true, true, false])
  await sql`update member set state = 'grace'`
  expect(await standing()).toEqual([true, true, false])
  // imported, and not seen yet by whoever has the phone: a member all the same
  await sql`update member set account_id = null, state = 'active'`
  expect(await standing()).toEqual([true, true, false])
  await sql`update member set account_id = ${head.id}, state = 'lapsed'`
  expect(await standing()).toEqual([false, false, false])
})
