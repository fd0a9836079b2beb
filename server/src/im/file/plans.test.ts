// Tests of query plans: opening a file reads neither all files of teams nor all messages.
import { expect, inject, test } from 'vitest'
import { createChatPeople } from '../../../db/fixtures/chat-people.ts'
import { addTeamMessages, createCrowdedTeams } from '../../../db/fixtures/crowded-teams.ts'
import { explainQueries } from '../../../test/plans.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { selectFileForUnknownReader, selectAccessibleFile } from './store.ts'

const server = useTestServer()
const [people, teams, messages] = [150, 60, 200]

test('opens a file of a team by indexes', async () => {
  const { sql } = server().kit
  const imIds = (await createChatPeople(sql, people)).map(({ id }) => id)
  await createCrowdedTeams(sql, imIds, teams)
  const [sender, reader] = imIds as [number, number]
  await addTeamMessages(sql, sender, messages)
  await sql`
    insert into im_file (object, owner_id, kind, mime, ext, name, context, is_complete)
    select 'object-' || id, ${sender}, 'file', '', '', '', '', true from im_message`
  await sql`
    insert into im_team_file (file_id, sender_id, id_client, name)
    select f.id, ${sender}, m.id_client, '' from im_message m join im_file f on f.object = 'object-' || m.id`
  await sql`analyze im_file, im_team_file`
  const [database] = await sql<{ name: string }[]>`select current_database() as name`
  const [file] = await sql<{ object: string }[]>`select object from im_file order by id desc limit 1`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${database!.name}`)
  const explained = await explainQueries(url, async (db) => {
    expect(await selectAccessibleFile(db, file!.object, reader)).not.toBeNull()
    await selectFileForUnknownReader(db, file!.object)
  })
  expect(explained).toHaveLength(2)
  const scans = explained.flatMap(({ steps }) => steps.filter(({ type }) => type === 'Seq Scan'))
  expect(scans.map(({ table }) => table).filter((table) => table !== 'im_team')).toEqual([])
})
