// Tests that refusals of unknown and of existing accounts and apps need the same work, so that their times reveal
// nothing.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPerson } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/backend.ts'
import { openRecordingConnection } from '../../../test/recording-connection.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { checkToken } from '../auth/tokens.ts'
import { authoriseServerCall } from './signature.ts'

const server = useTestServer()

test('sends the same statements for a wrong token of an existing and of an unknown account', async () => {
  const { url } = await server().listen()
  const [{ accid }, other] = [await createPerson(server(), url), await createPerson(server(), url)]
  const { sql, statements, close } = await openRecordingConnection(server())
  const recordLogin = async (login: { accid: string; token: string }) => {
    statements.length = 0
    const owner = await checkToken({ ...server().kit, sql }, { appKey: 'any', ...login })
    return { owner, statements: [...statements] }
  }
  const refused = { owner: 'wrong', statements: ['select a.id, a.app_id,'] }
  expect(await recordLogin({ accid, token: randomUUID() })).toEqual(refused)
  expect(await recordLogin({ accid: 'unknown', token: randomUUID() })).toEqual(refused)
  expect(await recordLogin({ accid, token: other.token })).toEqual(refused)
  await close()
})

test('sends the same statements for a wrong signature of an existing and of an unknown app', async () => {
  const { appKey } = await createBackend(server(), '签名')
  const { sql, statements, close } = await openRecordingConnection(server())
  const recordCall = async (key: string) => {
    statements.length = 0
    const headers = { nonce: randomUUID(), curTime: `${Math.floor(Date.now() / 1000)}`, checkSum: 'ab'.repeat(20) }
    const { refusal } = await authoriseServerCall({ ...server().kit, sql }, { appKey: key, ...headers })
    return { refusal, statements: [...statements] }
  }
  const known = await recordCall(appKey)
  const unknown = await recordCall(randomUUID())
  expect([known.refusal, unknown.refusal]).toEqual(['wrongSignature', 'unknownApp'])
  expect(known.statements).toHaveLength(1)
  expect(unknown.statements).toEqual(known.statements)
  await close()
})
