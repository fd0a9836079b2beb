// Tests of the consent ledger: texts, versions, consent and withdrawal.
import { expect, test } from 'vitest'
import { keysOf } from '@xinqiao/contract/keys.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { hashConsentText, consentTexts, listConsentVersions } from './texts.ts'

const server = useTestServer()

test('requires a new version for a changed text', () => {
  const known: Record<string, string> = {
    'memberData 2026-11': 'ee69044011888c48ebc1d65cacf8040f26012081583f109361de3314d7d61667',
    'directory 2026-11': '70ab42d3a06bc19a08707776c9ce97572328ebd42c7db7646440161cb2be07b3',
    'participants 2026-12': '61681ca6eaa18d8bd7f3dd3deb34b8d7e63b0a90b20134ef3ec64da7d32be1d4',
    'participants 2026-11': 'b5ace8b40f0228cfaddeb3c2d7f6039e829f1ba3be102b2773ba0a3516abb6b6',
  }
  const versions = keysOf(consentTexts).flatMap((purpose) =>
    listConsentVersions(purpose).map((words) => [`${purpose} ${words.version}`, hashConsentText(words)]),
  )
  expect(Object.fromEntries(versions)).toEqual(known)
})

test('stores a consent to the text that was read, and allows withdrawal and renewal', async () => {
  const user = await server().enter('user')
  const reader = { token: user.token }
  const purpose = 'directory'
  const { data: shown } = await server().request('GET /consent/text', { purpose })
  expect(shown).toMatchObject({ isAgreed: false, version: consentTexts.directory.version })
  const giveConsent = (read: { version: string; hash: string }) =>
    server().requestAs(reader, 'POST /consent/give', { purpose, ...read })
  expect((await giveConsent({ version: '2020-01', hash: shown.hash })).reason).toBe('changedMeanwhile')
  expect((await giveConsent({ version: shown.version, hash: '0'.repeat(64) })).reason).toBe('changedMeanwhile')
  const read = { version: shown.version, hash: shown.hash }
  expect((await giveConsent(read)).status).toBe(200)
  expect((await giveConsent(read)).status).toBe(200)
  expect((await server().requestAs(reader, 'GET /consent/text', { purpose })).data.isAgreed).toBe(true)
  const listOwnConsents = async () => (await server().requestAs(reader, 'GET /consent/mine')).data
  expect(await listOwnConsents()).toMatchObject([{ purpose, hash: shown.hash, withdrawnTime: null }])
  const withdrawConsent = () => server().requestAs(reader, 'POST /consent/withdraw', { purpose })
  expect(await withdrawConsent()).toMatchObject({ status: 200, msg: '已撤回同意' })
  expect((await withdrawConsent()).status).toBe(404)
  expect((await giveConsent(read)).status).toBe(200)
  expect((await listOwnConsents()).map((item) => item.withdrawnTime === null)).toEqual([true, false])
})

test('shows the text of an earlier version, to which consents refer', async () => {
  const read = (version: string) => server().request('GET /consent/text', { purpose: 'participants', version })
  const { data } = await read('2026-11')
  expect(data).toMatchObject({ version: '2026-11', isAgreed: false })
  expect(JSON.stringify(data)).not.toContain('参会者群')
  expect((await read('2020-01')).code).toBe(404)
})

test('ends old consents with a new version', async () => {
  const { sql } = server().kit
  const { id, token } = await server().enter('user')
  await sql`insert into consent (account_id, purpose, version, text_hash) values (${id}, 'directory', '2020-01', 'old')`
  const { data: shown } = await server().requestAs({ token }, 'GET /consent/text', { purpose: 'directory' })
  expect(shown.isAgreed).toBe(false)
  await server().requestAs({ token }, 'POST /consent/give', {
    purpose: 'directory',
    version: shown.version,
    hash: shown.hash,
  })
  const rows = await sql`select version, withdrawn_at is null as live from consent where account_id = ${id} order by id`
  expect(rows).toMatchObject([
    { version: '2020-01', live: false },
    { version: shown.version, live: true },
  ])
})
