// Tests of the list of a committee that two members of staff edit at the same time.
import { beforeAll, expect, test } from 'vitest'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'

const server = useTestServer()
let admin: Caller
beforeAll(async () => {
  admin = await server().enter('administrator')
})

test('overwrites no list that was changed since it was read', async () => {
  const draft = { name: '危机干预专委会', position: 1, enabled: true }
  const { id } = (await server().requestAs(admin, 'POST /admin/committee', draft)).data
  const [first, second, third] = [
    await server().enter('counsellor'),
    await server().enter('counsellor'),
    await server().enter('user'),
  ].map(({ username }) => username)
  const save = (usernames: (string | undefined)[], readUsernames: (string | undefined)[]) =>
    server().requestAs(admin, 'PUT /admin/committee/members', {
      id,
      usernames: usernames.map(String),
      readUsernames: readUsernames.map(String),
    })
  const readList = async () =>
    new Set((await server().requestAs(admin, 'GET /admin/committee/members', { id })).data.map((row) => row.username))
  expect((await save([first, second], [])).code).toBe(200)
  // another member of staff has the empty list open
  expect((await save([third], [])).reason).toBe('changedMeanwhile')
  expect(await readList()).toEqual(new Set([first, second]))
  // refuses to overwrite a list of the same length that names other people
  expect((await save([third], [first, third])).reason).toBe('changedMeanwhile')
  // accepts the same people in another order
  expect((await save([first, third], [second, first])).code).toBe(200)
  expect(await readList()).toEqual(new Set([first, third]))
  const both = await Promise.all([save([second], [first, third]), save([], [third, first])])
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 409])
})
