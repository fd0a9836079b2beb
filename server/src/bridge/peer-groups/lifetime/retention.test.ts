// Tests of the end of retention of groups.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  usePeerGroups,
  type PeerGroupPeople,
} from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { eraseEndedGroups } from './retention.ts'

const server = useTestServer()
let url = ''
let people: PeerGroupPeople
const { callAsAdmin, decide, openDeviceOf, readOwnId } = usePeerGroups(server, () => people)
const { addBooking, applyWith, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  people = await enterPeerGroupPeople(server())
})
afterEach(leaveAll)

test('deletes messages, names, notes and invitations of a group three years after its end', async () => {
  const { id, teamId } = await publish(await propose())
  const [client, invited] = [await server().enter('user'), await server().enter('user')]
  await applyWith(client, id, '小舟', await readText(), '常常睡不好')
  await decide(await readOwnId(client, id))
  const bookingId = await addBooking(people.leader, invited, 1)
  await server().requestAs(people.leader, 'POST /peerGroup/invite', { id, bookingId })
  const [device, leaderDevice] = [await openDeviceOf(url, client), await openDeviceOf(url, people.leader)]
  await leaderDevice.request('team.updateTeam', { teamId, announcement: '小舟，周三见' })
  await sayInTeam(device, teamId, '我把家里的事说了，活着没意思，我想死')
  const { msg } = await sayInTeam(device, teamId, '发错了')
  const words = { ps: '里面有名字', attach: '{}' }
  await device.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer: msg.idServer, ...words })
  await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '本期结束' })
  const read = async () => {
    const [row] = await server().kit.sql<
      { nick: string; note: number; invitations: number; is_erased: boolean; texts: number; words: string }[]
    >`
      select m.nick, concat(t.intro, t.announcement, (select string_agg(ps || attach, '') from im_team_change
        where team_id = t.id)) as words, length(a.note_sealed) as note, c.erased_seq = c.last_seq as is_erased,
        (select count(*) from led_invitation where group_id = ${id}) as invitations,
        (select count(*) from crisis_text x join crisis_alert a on a.id = x.alert_id where a.writer_id = ${client.id}) as texts
      from im_team t join im_conversation c on c.id = t.conversation_id
      join im_team_member m on m.team_id = t.id and m.role = 0 join peer_application a on a.group_id = ${id}
      where t.id = ${Number(teamId)}`
    return row!
  }
  const endBefore = (days: number) => server().kit.sql`
    update im_team set update_time = extract(epoch from now() - make_interval(years => 3, days => ${days})) * 1000
    where id = ${Number(teamId)}`
  await endBefore(-1)
  await eraseEndedGroups(server().kit)
  expect(await read()).toMatchObject({ nick: '小舟', invitations: 1, is_erased: false, texts: 1 })
  expect((await read()).words).toMatch(/小舟，周三见里面有名字/)
  await endBefore(1)
  await eraseEndedGroups(server().kit)
  expect(await read()).toEqual({ nick: '', note: 0, invitations: 0, is_erased: true, texts: 0, words: '' })
})
