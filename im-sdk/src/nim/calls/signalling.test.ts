// Tests of calls as a page makes them: ringing, answering, and what a page learns after it was offline.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { SignalChannel, SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createApp, createAppMember, type AppMember, type AppRow } from '../../../../server/test/steps/app-members.ts'
import { closePages, openPage, waitForDone, type Page } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import type { NimOptions } from '../core/options.ts'
import { NIM } from '../../../test/tested-sdk.ts'

const server = useTestServer()
let url = ''
let app: AppRow
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  app = await createApp(server(), '医院')
})
afterEach(closePages)

type Signal = { name: string; data: SignalEvent & SignalEvent[] & SignalChannel[] }
const signalNames = ['signalingNotify', 'signalingMutilClientSyncNotify'] as const
const syncNames = ['signalingUnreadMessageSyncNotify', 'signalingChannelsSyncNotify'] as const

const createMember = () => createAppMember(server(), url, app, crypto.randomUUID().slice(0, 8))

/** Opens a page that listens to calls before it connects, as pages do. */
async function openCallPage(
  person: AppMember,
  options: Partial<NimOptions> = {},
): Promise<Page & { signals: Signal[] }> {
  const signals: Signal[] = []
  class ListeningNim extends NIM {
    constructor(own: NimOptions) {
      super(own)
      for (const name of [...signalNames, ...syncNames])
        this.on(name, (data: Signal['data']) => signals.push({ name, data }))
    }
  }
  const page = await openPage(server(), url, { person, nimClass: ListeningNim, appKey: app.appKey, ...options })
  await until(() => signals.length >= 2, 'the sync of calls')
  signals.splice(0, 2).forEach((signal, i) => expect(signal.name).toBe(syncNames[i]))
  return Object.assign(page, { signals })
}

test('rings, answers on one of two devices, exchanges descriptions and hangs up', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const [a, b, b2] = [await openCallPage(ann), await openCallPage(bob), await openCallPage(bob)]
  const channel = await a.nim.signalingCallEx({
    type: 2,
    channelName: '复诊',
    account: bob.accid,
    requestId: 'r1',
    attachExt: '{"callId":1}',
    ext: '{"room":1}',
  })
  expect(channel).toMatchObject({ channelName: '复诊', callStatus: 200, creator: ann.accid, channelInValid: false })
  const { channelId } = channel
  await until(() => b.signals.length === 1 && b2.signals.length === 1, 'the ringing')
  expect(b.signals[0]!.data).toMatchObject({ eventType: 'INVITE', attachExt: '{"callId":1}', requestId: 'r1' })
  const joined = await b.nim.signalingJoinAndAccept({ channelId, account: ann.accid, requestId: 'r1' })
  expect(joined.members.map(({ account }) => account)).toEqual([ann.accid, bob.accid])
  await until(() => b2.signals.length === 2 && a.signals.length === 2, 'the answer')
  expect(b2.signals[1]).toMatchObject({ name: 'signalingMutilClientSyncNotify', data: { eventType: 'ACCEPT' } })
  expect(a.signals.map(({ data }) => data.eventType)).toEqual(['ROOM_JOIN', 'ACCEPT'])
  await a.nim.signalingControl({ channelId, account: bob.accid, attachExt: 'offer' })
  await a.nim.signalingClose({ channelId })
  await until(() => b.signals.length === 3, 'the end')
  expect(b.signals.slice(1).map(({ data }) => data.eventType)).toEqual(['CONTROL', 'ROOM_CLOSE'])
  expect(b.signals[1]!.data).toMatchObject({ ext: '{"room":1}', members: [{ accid: ann.accid }, { accid: bob.accid }] })
  await expect(a.nim.signalingGetChannelInfo({ channelName: '复诊' })).rejects.toMatchObject({ code: 10404 })
})

test('brings missed events and open channels after a login, and events until they are read', async () => {
  const [ann, bob] = [await createMember(), await createMember()]
  const a = await openCallPage(ann)
  const call = { type: 1, channelName: '值班', account: bob.accid, requestId: 'r1', offlineEnabled: true } as const
  await expect(a.nim.signalingCall(call)).rejects.toMatchObject({ code: 10201 })
  const { channelId } = await a.nim.signalingGetChannelInfo({ channelName: '值班' })
  await a.nim.signalingCancel({ channelId, account: bob.accid, requestId: 'r1', offlineEnabled: true })
  const signals: Signal[] = []
  const open = async () => {
    const page = await openPage(server(), url, { person: bob, appKey: app.appKey })
    for (const name of syncNames) page.nim.on(name, (data: Signal['data']) => signals.push({ name, data }))
    await page.nim.signalingSync()
    return page
  }
  const b = await open()
  expect(signals.map(({ name }) => name)).toEqual(syncNames)
  expect(signals[0]!.data.map(({ eventType }) => eventType)).toEqual(['CANCEL_INVITE'])
  expect(signals[1]!.data).toEqual([])
  await b.nim.signalingJoin({ channelId })
  await b.nim.signalingMarkMsgRead({ msgid: signals[0]!.data.map(({ msgid }) => msgid) })
  b.nim.disconnect()
  signals.length = 0
  await open()
  expect(signals[0]!.data).toEqual([])
  expect(signals[1]!.data).toMatchObject([{ channelId, channelName: '值班' }])
})

test('answers through promises or done, also for a wrong input', async () => {
  const a = await openCallPage(await createMember())
  const channel = await a.nim.signalingCreateAndJoin({ type: 1, channelName: '晨会', uid: '9' })
  expect(channel.members).toMatchObject([{ account: a.accid, uid: 9 }])
  const prolonged = await a.nim.signalingDelay({ channelId: channel.channelId })
  expect(prolonged.channelExpireTime).toBeGreaterThan(channel.channelExpireTime)
  await expect(a.nim.signalingCreate({ type: 1, channelName: '晨会' })).rejects.toMatchObject({ code: 10405 })
  await expect(a.nim.signalingCreate({ type: 9 } as never)).rejects.toMatchObject({ code: 414 })
  await waitForDone((done) => a.nim.signalingLeave({ channelId: channel.channelId, done } as never))
})

test('names members as pages do, and joins an existing channel', async () => {
  const [a, b] = [await openCallPage(await createMember()), await openCallPage(await createMember())]
  const { channelId } = await a.nim.signalingCreateAndJoin({ type: 1, channelName: '查房', uid: '9' })
  const joined = await b.nim.signalingCreateAndJoin({ type: 1, channelName: '查房' })
  expect([joined.channelId, ...joined.members.map(({ accid }) => accid)]).toEqual([channelId, a.accid, b.accid])
  await until(() => a.signals.length === 1, 'the entry')
  const { attach } = a.signals[0]!.data as unknown as { attach: string }
  expect(JSON.parse(attach)).toMatchObject({ member: { accid: b.accid } })
  expect(a.signals[0]!.data.members).toMatchObject([{ accid: a.accid }, { accid: b.accid }])
  // an empty account means all members of the channel
  await a.nim.signalingControl({ channelId, account: '', attachExt: 'audio' })
  await until(() => b.signals.length === 1, 'the control')
  expect(b.signals[0]!.data).toMatchObject({ eventType: 'CONTROL', attachExt: 'audio' })
  await b.nim.signalingMarkMsgRead({ msgid: [b.signals[0]!.data.msgid] })
})

test('begins the message of an invitation that waits with a word that pages read', async () => {
  const [a, away] = [await openCallPage(await createMember()), await createMember()]
  const { channelId } = await a.nim.signalingCreateAndJoin({ type: 1 })
  const invitation = { channelId, account: away.accid, requestId: 'r1', offlineEnabled: true }
  await expect(a.nim.signalingInvite(invitation)).rejects.toMatchObject({
    code: 10201,
    message: expect.stringMatching(/OFFLINE/) as string,
  })
  // the page asks at login as well, and receives the invitation once
  const b = await openCallPage(away)
  await b.nim.signalingSync({})
  expect(b.signals).toEqual([])
})
