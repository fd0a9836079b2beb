// Tests of the key rotation: complete, lossless, and look-ups still work.
import { expect, test } from 'vitest'
import { createSecrets } from '../server/src/kit/auth/secrets.ts'
import { createIdNumber } from '../server/db/fixtures/membership.ts'
import { sealBindings } from '../server/src/kit/auth/seal-bindings.ts'
import { openForm } from '../server/src/portal/membership/records/sealed-form.ts'
import { useTestServer } from '../server/test/test-server.ts'
import { sealedTables, rotateKeys } from './rotation.ts'

const server = useTestServer()
const root = 'a root key that only tests have, long enough'
const both = new Map([
  [1, root],
  [2, 'another root key for the same data'],
])

test('knows every encrypted column and its digests', async () => {
  const rows = await server().kit.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and (column_name like '%seal%' or column_name like '%\\_index')`
  const known = sealedTables.flatMap(({ table, sealed, indexes = {} }) =>
    [...sealed, ...Object.keys(indexes)].map((column) => `${table}.${column}`),
  )
  // digests without sealed values, which the rotation deletes
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([...known, 'sms_code.phone_index']))
})

test('opens all values with the new key only, and finds them by new digests', async () => {
  const { sql } = server().kit
  const person = await server().enter('user')
  const idCard = createIdNumber('1990-03-07', 21)
  const form = {
    name: '王小禾',
    gender: '男',
    idCard,
    education: '硕士',
    organization: '省立第一医院',
    mobilePhone: person.phone,
    email: 'w@xinqiao.invalid',
  }
  expect((await server().requestAs(person, 'POST /memberApplication/submit', form)).status).toBe(200)
  await sql`insert into member_application (account_id, kind, state, form_sealed)
    values (${person.id}, 'individual', 'withdrawn', '')`
  const next = createSecrets(both, 2)
  expect(await rotateKeys(sql, 2, createSecrets(both, 1), next)).toBeGreaterThanOrEqual(2)
  const alone = createSecrets(new Map([[2, both.get(2)!]]), 2)
  const [account] =
    await sql`select phone_sealed, id from account where phone_index = ${alone.index('phone', person.phone)}`
  expect(account).toMatchObject({ id: person.id })
  expect(alone.open(account!['phone_sealed'], sealBindings.accountPhone(person.id))).toBe(person.phone)
  const [application] = await sql<{ id: number; form_sealed: Uint8Array }[]>`
    select id, form_sealed, id_number_index from member_application where id_number_index = ${alone.index('id-number', idCard)}`
  expect(openForm(alone, application!)).toMatchObject({ idCard, name: '王小禾' })
  for (const { table, sealed } of sealedTables)
    for (const column of sealed)
      expect(
        await sql`
          select 1 from ${sql(table)} where length(${sql(column)}) > 0
            and substring(${sql(column)} from 1 for 2) <> ${Buffer.of(0, 2)}`,
      ).toHaveLength(0)
  expect(await sql`select key_id from key_in_force`).toMatchObject([{ key_id: 2 }])
  // a second rotation has nothing to do
  expect(await rotateKeys(sql, 2, next, next)).toBe(0)
})

test('changes nothing when the rotation fails', async () => {
  const { sql } = server().kit
  await server().enter('user')
  const stranger = createSecrets(new Map([[3, 'a key that opens nothing of this']]), 3)
  await expect(rotateKeys(sql, 3, stranger, stranger)).rejects.toThrow('unknown key')
  expect(await sql`select key_id from key_in_force`).toMatchObject([{ key_id: 2 }])
  expect(await sql`select 1 from account where get_byte(phone_sealed, 1) = 3`).toHaveLength(0)
})

test('opens no phone that was copied to another row or column', async () => {
  const { sql, secrets } = server().kit
  const [admin, user] = [await server().enter('administrator'), await server().enter('user')]
  const phones = await sql<{ id: number; phone_sealed: Uint8Array }[]>`
    select id, phone_sealed from account where id in (${admin.id}, ${user.id}) order by id`
  const [first, second] = phones
  await sql`update account set phone_sealed = ${Buffer.from(second!.phone_sealed)} where id = ${first!.id}`
  const reply = await server().requestAs(admin, 'GET /auth/me')
  expect(reply.status).toBe(500)
  expect(reply.raw).not.toContain(user.phone)
  const totp = secrets.seal('JBSWY3DPEHPK3PXP', sealBindings.totpSecret(admin.id))
  expect(() => secrets.open(totp, sealBindings.accountPhone(admin.id))).toThrow()
  expect(() => secrets.open(totp, sealBindings.totpSecret(user.id))).toThrow()
})
