// Tests that refusals of unknown and of existing accounts and apps need the same work, so that their times reveal
// nothing.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPerson } from '../../../../im-sdk/test/people.ts'
import { createBackend } from '../../../test/stand-ins/backend.ts'
import { openRecordingConnection } from '../../../test/recording-connection.ts'
import { useTestServer } from '../../../test/test-server.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { checkToken } from '../auth/tokens.ts'
import { authoriseServerCall } from './calls/signature.ts'

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

test('does the same work for a wrong signature of an existing and of an unknown app', async () => {
  const { appKey } = await createBackend(server(), '签名')
  const rotated = await createBackend(server(), '更换密钥')
  await server().requestAs(rotated, 'POST /admin/apps/secret', { id: rotated.id })
  const { sql, statements, close } = await openRecordingConnection(server())
  const { kit } = server()
  let opened = 0
  const secrets: Secrets = { ...kit.secrets, open: (...sealed) => ((opened += 1), kit.secrets.open(...sealed)) }
  const recordCall = async (key: string) => {
    statements.length = 0
    opened = 0
    const headers = { nonce: randomUUID(), curTime: `${Math.floor(Date.now() / 1000)}`, checkSum: 'ab'.repeat(20) }
    const { refusal } = await authoriseServerCall({ ...kit, sql, secrets }, { appKey: key, ...headers })
    return { refusal, opened, statements: [...statements] }
  }
  const known = await recordCall(appKey)
  expect(known).toMatchObject({ refusal: 'wrongSignature', opened: 2, statements: [expect.any(String)] })
  expect(await recordCall(rotated.appKey)).toEqual(known)
  expect(await recordCall(randomUUID())).toEqual({ ...known, refusal: 'unknownApp' })
  await close()
})
