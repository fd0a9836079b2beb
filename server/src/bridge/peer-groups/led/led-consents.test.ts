// Tests of the versions of the consent to counsellor-led groups: old texts, renewal, and records that outlive accounts.
import { beforeAll, expect, test } from 'vitest'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { hashLedConsent, ledConsentText, ledConsentVersions } from './consent-text.ts'
import { askForNewConsents } from './led-consents.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { decide, readGroup, readNotices, readOwnId } = usePeerGroups(server, () => people)
const { applyWith, propose, publish, readText } = useLedGroups(server, () => people)
beforeAll(async () => {
  people = await enterPeerGroupPeople(server())
})

test('requires a new version for a changed consent text', () => {
  expect(ledConsentVersions.map((text) => [text.version, hashLedConsent(text)])).toEqual([
    ['2026-12', '9f9d88e34381be3a44e65689a0b6e5edb2bc570fb4242ede357cd73440dad28a'],
    ['2026-11', 'b1fefbb55ff2ddea689bede52c5f950ccd0a06d8041f88860f8b79cd010fbbfb'],
  ])
})

test('shows the text of an earlier version', async () => {
  const { data } = await server().request('GET /peerGroup/consentText', { version: '2026-11' })
  expect(data).toMatchObject({ version: '2026-11', hash: hashLedConsent(ledConsentVersions[1]!) })
  expect((await server().request('GET /peerGroup/consentText', { version: '2020-01' })).code).toBe(404)
})

test('admits no one with a consent to an earlier text, and lets applicants and members renew it', async () => {
  const { id } = await publish(await propose())
  const [client, stranger] = [await server().enter('user'), await server().enter('user')]
  await applyWith(client, id, '小舟', await readText())
  const makeOld = () => server().kit.sql`
    update led_consent set version = '2026-11' where account_id = ${client.id} and withdrawn_at is null`
  const renew = (consent: { version: string; hash: string }, caller = client) =>
    server().requestAs(caller, 'POST /peerGroup/renewConsent', { id, consent })
  expect((await readGroup(client, id)).needsConsent).toBe(false)
  await makeOld()
  expect((await readGroup(client, id)).needsConsent).toBe(true)
  // two runs of the job cause one notice
  for (let i = 0; i < 2; i += 1) await askForNewConsents(server().kit)
  const asked = (await readNotices(client)).filter((title) => title.includes('知情同意书有新版本'))
  expect(asked).toHaveLength(1)
  const application = await readOwnId(client, id)
  expect((await decide(application)).msg).toContain('系统已通知申请人')
  expect((await renew({ ...(await readText()), version: '2026-11' })).reason).toBe('changedMeanwhile')
  expect((await renew(await readText(), stranger)).code).toBe(404)
  expect((await renew(await readText())).code).toBe(200)
  expect((await decide(application)).code).toBe(200)

  // a member stays one, is asked, and both consents are on record
  await makeOld()
  expect(await readGroup(client, id)).toMatchObject({ needsConsent: true, own: { state: 'accepted' } })
  expect((await renew(await readText())).code).toBe(200)
  expect(await readGroup(client, id)).toMatchObject({ needsConsent: false, own: { state: 'accepted' } })
  const { data } = await server().requestAs(client, 'GET /consent/mine')
  expect(data.map(({ version, groupId, withdrawnTime }) => [version, groupId, withdrawnTime === null])).toEqual([
    [ledConsentText.version, id, true],
    ['2026-11', id, false],
    ['2026-11', id, false],
  ])
})

test('keeps the record of a consent when its account is deleted', async () => {
  const [group] = await server().kit.sql<{ id: number }[]>`select id from peer_group limit 1`
  const [account] = await server().owner<{ id: number }[]>`
    insert into account (username, password_hash, role_id, phone_sealed, phone_index)
    values ('leaver', '', 6, '', 'leaver'::bytea) returning id`
  await server().kit.sql`
    insert into led_consent (group_id, account_id, version, text_hash, withdrawn_at)
    values (${group!.id}, ${account!.id}, '2026-12', 'kept', now())`
  await server().owner`delete from account where id = ${account!.id}`
  const rows = await server().kit.sql`select account_id, version from led_consent where text_hash = 'kept'`
  expect(rows).toEqual([{ account_id: null, version: '2026-12' }])
})
