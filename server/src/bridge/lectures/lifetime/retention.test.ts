// Tests what is kept of a lecture half a year after its end: credits, and what a replay shows.
import { beforeAll, expect, test } from 'vitest'
import { useLectures } from '../../../../test/steps/lecture-steps.ts'
import { useTestServer, type Caller } from '../../../../test/test-server.ts'
import { deleteOldLectureData } from './retention.ts'

const server = useTestServer({ STREAM_ORIGINS: 'https://stream.example.cn' })
let editor: Caller
const { publish } = useLectures(server, () => editor)
beforeAll(async () => {
  editor = await server().enter('editor')
})

/** Two people have watched, the second one with a credit; a question was answered, another one was not. */
async function createWatched(more: object = {}) {
  const { sql } = server().kit
  const id = await publish(-10, 50, more)
  const [ann, bob] = [await server().enter('user'), await server().enter('user')]
  await sql`
    insert into lecture_attendance (lecture_id, account_id, seconds, beat_at, hand_raised_at)
    select ${id}, account_id, 300, now() - interval '200 days', now() from unnest(${[ann.id, bob.id]}::bigint[]) as account_id`
  await sql`
    insert into credit_entry (lecture_id, account_id, title, tenths, earned_on)
    values (${id}, ${bob.id}, '睡眠', 10, now()::date)`
  await sql`
    insert into lecture_question (lecture_id, account_id, name, text_sealed, state)
    select ${id}, ${ann.id}, '访客', '\\x00'::bytea, state from unnest(array['answered', 'waiting', 'shelved']) as state`
  return { id, ann, bob }
}
const end = (id: number, days: number) =>
  server().owner`
    update lecture set starts_at = now() - make_interval(days => ${days + 1}), ends_at = now() - make_interval(days => ${days})
    where id = ${id}`
const readWatchers = async (id: number) =>
  (await server().kit.sql`select account_id from lecture_attendance where lecture_id = ${id}`).map(
    (row) => row['account_id'] as number,
  )
const readQuestions = async (id: number) =>
  (await server().kit.sql`select state from lecture_question where lecture_id = ${id} order by id`).map(
    (row) => row['state'] as string,
  )
const readHistoryDays = async (id: number) =>
  (
    await server().kit.sql`
    select history_days from im_room where id = (select room_id from lecture where id = ${id})`
  )[0]!['history_days']

test('deletes who watched and asked half a year after the end, and keeps credits', async () => {
  const { id, bob } = await createWatched()
  await end(id, 179)
  await deleteOldLectureData(server().kit)
  expect(await readWatchers(id)).toHaveLength(2)
  await end(id, 181)
  await deleteOldLectureData(server().kit)
  expect(await readWatchers(id)).toEqual([bob.id])
  expect([await readQuestions(id), await readHistoryDays(id)]).toEqual([[], 180])
})

test('keeps answered questions and the chat for a replay', async () => {
  const { id } = await createWatched({ replayUrl: 'https://stream.example.cn/replay.m3u8' })
  await end(id, 181)
  await deleteOldLectureData(server().kit)
  expect([await readQuestions(id), await readHistoryDays(id)]).toEqual([['answered'], 3650])
})
