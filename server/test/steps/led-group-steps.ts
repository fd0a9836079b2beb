// Steps of counsellor-led groups for tests: propose, publish, invite a client, and join with consent.
import { expect } from 'vitest'
import { createCounsellor } from '../../db/fixtures/counsellor.ts'
import type { RequestInput } from '../api-requests.ts'
import { peerGroupDraft, type PeerGroupPeople } from './peer-group-steps.ts'
import type { Caller, TestServer } from '../test-server.ts'

const { coLeader: _coLeader, ...texts } = peerGroupDraft

export function useLedGroups(server: () => TestServer, people: () => PeerGroupPeople) {
  const readText = async () => {
    const { version, hash } = (await server().request('GET /peerGroup/consentText')).data
    return { version, hash }
  }
  const listCounsellor = async ({ id }: Caller): Promise<void> => {
    await createCounsellor(server().kit.sql, { accountId: id })
    await server().kit.sql`update counsellor set name = ${`林医生${id}`} where account_id = ${id}`
  }
  /** A counsellor with a public page, as leaders and co-leaders are. */
  const enterCounsellor = async (): Promise<Caller> => {
    const caller = await server().enter('counsellor')
    await listCounsellor(caller)
    return caller
  }
  return {
    readText,
    enterCounsellor,
    propose: async (fields: object = {}, caller = people().leader): Promise<number> => {
      await listCounsellor(caller)
      return (await server().requestAs(caller, 'POST /peerGroup/propose', { ...texts, title: '情绪团体', ...fields }))
        .data.id
    },
    /** Publishes a proposal, whose co-leader agrees. */
    publish: async (id: number): Promise<{ id: number; teamId: string }> => {
      await server().kit.sql`update peer_group set co_leader_agreed_at = now() where id = ${id}`
      const publication = { id, state: 'open', reason: '由一人带领' } as const
      const reply = await server().requestAs(people().admin, 'POST /admin/peerGroup/state', publication)
      expect(reply.code).toBe(200)
      const { data } = await server().requestAs(people().leader, 'GET /peerGroup/getById', { id })
      return { id, teamId: data.teamId! }
    },
    applyWith: (
      caller: Caller,
      id: number,
      alias: string,
      consent: RequestInput<'POST /peerGroup/apply'>['consent'],
      note = '想参加',
    ) => server().requestAs(caller, 'POST /peerGroup/apply', { id, alias, note, agreed: true, consent }),
    /** An appointment of this client with this counsellor that took place. */
    addBooking: async (counsellor: Caller, client: Caller, hour: number): Promise<number> => {
      const [row] = await server().owner<{ id: number }[]>`
        insert into booking (counsellor_id, account_id, mode, start_minute, minutes, buffer_minutes, starts_at, ends_at,
          state, price_cents, consent_version, consent_hash, intake_sealed, is_minor)
        select id, ${client.id}, 'online', ${hour * 60}, 50, 10, now(), now() + interval '50 minutes', 'done', 0, '', '',
          '', false
        from counsellor where account_id = ${counsellor.id} returning id`
      return row!.id
    },
  }
}
