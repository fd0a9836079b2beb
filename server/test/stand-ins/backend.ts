// The backend of an app, which signs its calls of the server API.
import { createHash, randomUUID } from 'node:crypto'
import type { TestServer } from '../test-server.ts'

export type SigningOptions = {
  secret?: string
  nonce?: string
  curTime?: number | string
  appKey?: string
  headers?: Record<string, string>
}
// oxlint-disable-next-line typescript/no-explicit-any -- each test looks into the reply
export type ApiAnswer = { code: number; desc?: string; [name: string]: any }

export async function createBackend(server: TestServer, name: string, origins: string[] = []) {
  const { token } = await server.enter('administrator')
  const { data: app } = await server.requestAs({ token }, 'POST /admin/apps', { name, origins })
  const { id, appKey, secret } = app
  const request = async (
    path: string,
    form: Record<string, string> | [name: string, value: string][] = {},
    signing: SigningOptions = {},
  ): Promise<ApiAnswer> => {
    const nonce = signing.nonce ?? randomUUID()
    const curTime = `${signing.curTime ?? Math.floor(Date.now() / 1000)}`
    const reply = await server.app.inject({
      method: 'POST',
      url: `/nimserver/${path}.action`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
        AppKey: signing.appKey ?? appKey,
        Nonce: nonce,
        CurTime: curTime,
        CheckSum: createHash('sha1')
          .update(`${signing.secret ?? secret}${nonce}${curTime}`)
          .digest('hex'),
        ...signing.headers,
      },
      payload: new URLSearchParams(form).toString(),
    })
    return reply.json()
  }
  return { id, appKey, secret, token, request }
}
