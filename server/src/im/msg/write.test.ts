// What a message costs the database: the number of statements, however many go together.
import { beforeAll, expect, inject, test } from 'vitest'
import { makePerson, textTo, type Person } from '../../../../im-sdk/test/people.ts'
import { useHouse } from '../../../test/house.ts'
import { connect } from '../../kit/db.ts'
import { writeMessages, type ToSend } from './write.ts'

const house = useHouse()
let people: Person[] = []
let viewers: ToSend['viewer'][] = []
beforeAll(async () => {
  const { url } = await house().listen()
  people = await Promise.all(Array.from({ length: 4 }, () => makePerson(house(), url)))
  const rows = await house().kit.sql<{ id: number; accid: string }[]>`select id, accid from im_account`
  viewers = people.map(({ accid }) => {
    const imId = rows.find((row) => row.accid === accid)!.id
    return { imId, accid, sessionId: 0, roleId: 6, deviceId: 'device-1', clientType: 16 }
  })
})

/** A conversation between the first person and each of the others, `each` messages in it. */
const group = (each: number): ToSend[] =>
  people
    .slice(1)
    .flatMap(({ accid }) => Array.from({ length: each }, () => ({ viewer: viewers[0]!, draft: textTo(accid, '你好') })))

test('a group costs nine statements in one transaction, whether it is one message or two hundred', async () => {
  const { sql, bodies } = house().kit
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const statements: string[] = []
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const watched = connect(url, 1, (_connection, query) =>
    statements.push(query.trim().split(/\s+/).slice(0, 3).join(' ')),
  )
  try {
    await watched`select 1` // the driver's own question for the types of the database comes with the first query
    const write = async (items: ToSend[]) => {
      statements.length = 0
      await writeMessages(watched, bodies, items)
      return [...statements]
    }
    const opening = await write(group(1))
    const nine = await write(group(1).slice(0, 1))
    expect(nine).toEqual([
      'begin',
      // this order: what was sent is looked for under the lock
      'with wanted as',
      'select m.id, m.conversation_id,',
      'select c.* from',
      'select w.sender as',
      'update im_conversation c',
      'insert into im_message',
      'insert into im_session',
      'commit',
    ])
    expect(await write(group(66))).toEqual(nine)
    expect(opening).toEqual(nine.toSpliced(5, 0, 'insert into im_conversation'))
    // sent again: found, and what the session is now
    const items = group(1)
    await write(items)
    expect(await write(items)).toEqual([...nine.slice(0, 5), 'select s.im_account_id, s.conversation_id,', 'commit'])
  } finally {
    await watched.end()
  }
})
