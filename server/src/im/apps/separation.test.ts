// Accounts of different apps do not exist for each other, even when they have the same name.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import {
  leaveAll,
  createPerson,
  openDevice,
  textOf,
  textTo,
  until,
  untilReady,
} from '../../../../im-sdk/test/people.ts'
import { createAppMember, type AppRow } from '../../../test/steps/app-members.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { writeBroadcast } from '../notify/broadcasts.ts'

const server = useTestServer()
let url = ''
let socketServer: Awaited<ReturnType<ReturnType<typeof server>['listen']>>['socketServer']
let [hospital, school] = [{} as AppRow, {} as AppRow]
let administrator = ''
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false, checkEveryMs: hourMs }))
  ;({ token: administrator } = await server().enter('administrator'))
  const createApp = async (name: string) =>
    (await server().requestAs({ token: administrator }, 'POST /admin/apps', { name, origins: [] })).data
  hospital = await createApp('医院')
  school = await createApp('学校')
})
afterEach(leaveAll)

const createMember = (app: AppRow, accid: string) => createAppMember(server(), url, app, accid)

test('keeps messages, names, files and broadcasts within an app', async () => {
  const [ann, bob] = [await createMember(hospital, 'ann'), await createMember(hospital, 'bob')]
  const [otherAnn, otherBob] = [await createMember(school, 'ann'), await createMember(school, 'bob')]
  const [a, b, a2, b2] = [ann.device(), bob.device(), otherAnn.device(), otherBob.device()]
  await untilReady(a, b, a2, b2)
  // the first message creates the conversation
  for (const text of ['医院一', '医院二']) await a.send(textTo('bob', text))
  await a2.send(textTo('bob', '学校'))
  await until(() => b.received.length === 2 && b2.received.length === 1, 'the messages')
  expect(b.received.map(textOf)).toEqual(['医院一', '医院二'])
  expect(b2.received.map(textOf)).toEqual(['学校'])
  const { msgs } = await b2.request('msg.getHistoryMsgs', { scene: 'p2p', to: 'ann' })
  expect(msgs.map(textOf)).toEqual(['学校'])

  await a.request('user.updateMyInfo', { user: { nick: '医院的安' } })
  const { users } = await b2.request('user.getUsers', { accounts: ['ann', 'bob'] })
  expect(users.map(({ nick }) => nick).sort()).toEqual(['ann', 'bob'])
  await b.request('user.markInBlacklist', { account: 'ann', isAdd: true })
  await expect(a.send(textTo('bob', '已被拉黑'))).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })
  await a2.send(textTo('bob', '没有被拉黑'))

  const notices: string[] = []
  const listen = { broadcast: ({ body }: { body: string }) => notices.push(body) }
  const online = openDevice(url, bob, { appKey: hospital.appKey }, listen)
  await untilReady(online)
  await socketServer.broadcast('本站的通知')
  await writeBroadcast(server().kit.sql, { body: '医院的通知', retentionDays: 1, appId: hospital.id })
  const { broadcasts } = await online.request('sync.sync', { mark: 0, broadcastMark: 0, isFirst: false })
  expect(broadcasts.map(({ body }) => body)).toEqual(['医院的通知'])
  expect(notices).toEqual([])
})

test('answers for an account of another app as for an unknown one', async () => {
  const person = await createPerson(server(), url)
  const cleo = await createMember(hospital, 'cleo')
  const [device, own] = [person.device(), cleo.device()]
  await untilReady(device, own)
  for (const [asker, to] of [
    [device, 'cleo'],
    [own, person.accid],
  ] as const) {
    const requestAnswers = async (name: string) => {
      const requests = [
        asker.send(textTo(name, '您好')),
        asker.request('msg.getHistoryMsgs', { scene: 'p2p', to: name }),
        asker.request('user.getUsers', { accounts: [name] }),
        asker.request('user.markInBlacklist', { account: name, isAdd: true }),
        asker.request('friend.friendRequest', { account: name, type: 1, ps: '' }),
        asker.request('notify.sendCustomSysMsg', {
          scene: 'p2p',
          to: name,
          content: '{}',
          sendToOnlineUsersOnly: true,
        }),
        asker.request('msg.sendMsgReceipt', { to: name, time: 1, idClient: 'x' } as never),
      ]
      return (await Promise.allSettled(requests)).map((result) =>
        result.status === 'fulfilled'
          ? result.value
          : { ...(result.reason as { code: number }), reason: `${result.reason}` },
      )
    }
    expect(await requestAnswers(to)).toEqual(await requestAnswers('nobody'))
  }
})

test('signs an account in with the key of its app only, and disconnects it with the app or its token', async () => {
  const dora = await createMember(school, 'dora')
  for (const appKey of ['', hospital.appKey]) {
    const stranger = openDevice(url, dora, { appKey })
    await until(() => stranger.ends.length > 0, 'the refusal')
    expect(stranger.ends[0]).toMatchObject({ code: 302 })
  }
  const lost = openDevice(url, dora, { appKey: 'no-such-app' })
  await until(() => lost.ends.length > 0, 'the refusal of an unknown app')
  expect(lost.ends[0]).toMatchObject({ code: 2_004 })
  const device = dora.device()
  await untilReady(device)
  await socketServer.checkSignInSessions()
  expect(device.ends).toEqual([])
  const { owner } = server()
  await owner`delete from im_token where im_account_id = ${dora.imId}`
  await socketServer.checkSignInSessions()
  await until(() => device.ends.length > 0, 'the end of the token')

  const eve = await createMember(school, 'eve')
  const other = eve.device()
  await untilReady(other)
  await server().requestAs({ token: administrator }, 'PUT /admin/apps/state', { id: school.id, isOpen: false })
  await socketServer.checkSignInSessions()
  await until(() => other.ends.length > 0, 'the end of the app')
  const again = eve.device()
  await until(() => again.ends.length > 0, 'the refusal of a closed app')
  expect(again.ends[0]).toMatchObject({ code: 2_005 })
})
