// An app of the chat: an administrator registers it, and its backend creates accounts.
import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ChatLogin } from './script-page.ts'
import { enterAs, expect } from '../../support/visitor.ts'

/** Fields of replies of the server API, which each request has in part. */
type ServerAnswer = { info: ChatLogin; chatroom: { roomid: number }; tid: string }

export type ChatApp = {
  appKey: string
  secret: string
  /** Requests a command of the server API, which succeeds. */
  request: (path: string, form: Record<string, string>) => Promise<ServerAnswer>
  createAccount: (name: string) => Promise<ChatLogin>
  /** @returns the id of a chatroom */
  createRoom: (creator: string) => Promise<string>
  /** @returns the name of a robot that greets with a template */
  createRobot: () => Promise<string>
}

/** @param admin a page without a session; its base address is the chat's server */
export async function registerApp(admin: Page, origin: string, name = '合作医院'): Promise<ChatApp> {
  await enterAs(admin, 'admin')
  const data = { name, origins: [origin] }
  const reply = (await (await admin.request.post('/prod-api/admin/apps', { data })).json()) as unknown
  expect(reply).toMatchObject({ code: 200 })
  const { appKey, secret } = (reply as { data: { appKey: string; secret: string } }).data
  // the server reads the list of apps every few seconds
  await expect
    .poll(async () => (await (await admin.request.get('/im/origin', { headers: { origin } })).json()) as unknown)
    .toEqual({ allowed: true })

  async function request(path: string, form: Record<string, string>): Promise<ServerAnswer> {
    const [nonce, curTime] = [randomUUID(), `${Math.floor(Date.now() / 1000)}`]
    const checkSum = createHash('sha1').update(`${secret}${nonce}${curTime}`).digest('hex')
    const headers = { AppKey: appKey, Nonce: nonce, CurTime: curTime, CheckSum: checkSum }
    const answer = await admin.request.post(`/nimserver/${path}.action`, { headers, form })
    const fields = (await answer.json()) as ServerAnswer
    expect(fields, path).toMatchObject({ code: 200 })
    return fields
  }
  return {
    appKey,
    secret,
    request,
    async createAccount(nick) {
      const accid = `member-${randomUUID().slice(0, 8)}`
      const { info } = await request('user/create', { accid, name: nick })
      return { accid: info.accid, token: info.token }
    },
    async createRoom(creator) {
      const { chatroom } = (await request('chatroom/create', { creator, name: '讲座', allowAnonymous: 'true' })) as {
        chatroom: { roomid: number }
      }
      return `${chatroom.roomid}`
    },
    async createRobot() {
      const accid = `robot-${randomUUID().slice(0, 8)}`
      const welcome = '<template><LinearLayout><text name="label">您好</text></LinearLayout></template>'
      await request('robot/create', { accid, name: '小助手', welcome })
      return accid
    },
  }
}
