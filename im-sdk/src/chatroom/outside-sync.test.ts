// Tests that chatrooms are outside of the sync.
import { expect, test } from 'vitest'
import { until } from '../../test/people.ts'
import { roomNoticesOf, roomTextsOf, sendRoomText, useRoom } from '../../test/rooms.ts'

const { server, enter } = useRoom(['ann', 'bob'])

test('changes nothing that devices sync when accounts enter, write and leave', async () => {
  const readSyncState = () => server().kit.sql`
    select (select count(*) from im_change) as changes, (select count(*) from im_session) as sessions,
      (select count(*) from im_message) as messages, (select max(version) from im_account) as version`
  const before = await readSyncState()
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await sendRoomText(bob, '大家好')
  await until(() => roomTextsOf(ann).includes('大家好'), 'the text')
  bob.chatroom.logout()
  await until(() => roomNoticesOf(ann).includes('memberExit'), 'the notice of leaving')
  expect(await readSyncState()).toEqual(before)
})
