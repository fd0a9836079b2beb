// Test that a chatroom adds nothing to what the devices of an account sync (decision 025).
import { expect, test } from 'vitest'
import { until } from '../../../../im-sdk/test/people.ts'
import { askRoom, roomTextsOf, sendRoomText, useRoom } from '../../../../im-sdk/test/rooms.ts'

const { server, enter } = useRoom(['ann', 'bob'])

/** All rows that a sync reads: changes, conversations, sessions and messages, and the versions of the accounts. */
const readSyncedRows = () => server().owner`
  select
    (select jsonb_agg(jsonb_build_array(id, version) order by id) from im_account) as versions,
    (select jsonb_agg(c order by c.im_account_id, c.kind, c.key) from im_change c) as changes,
    (select jsonb_agg(c order by c.id) from im_conversation c) as conversations,
    (select jsonb_agg(s order by s.im_account_id, s.conversation_id) from im_session s) as sessions,
    (select jsonb_agg(m.id order by m.id) from im_message m) as messages`

test('writes nothing that devices sync when accounts enter, write, change roles and leave', async () => {
  const before = await readSyncedRows()
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  await sendRoomText(bob, '大家好')
  await until(() => roomTextsOf(ann).includes('大家好'), 'the text in the room')
  await askRoom(ann, 'markChatroomManager', { account: 'bob', isAdd: true })
  await askRoom(bob, 'updateMyChatroomMemberInfo', { member: { nick: '新名字' }, needNotify: true })
  bob.chatroom.logout()
  await until(() => ann.received.some(({ attach }) => attach?.type === 'memberExit'), 'the notice of leaving')
  expect(await readSyncedRows()).toEqual(before)
})
