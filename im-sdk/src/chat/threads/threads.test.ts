// Tests of open threads while the store of the client drops messages.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { forEachInOrder } from '../../../../server/src/kit/async/for-each-in-order.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../../test/people.ts'
import type { GroupTracker } from '../state/group-tracker.ts'
import { createLine } from './lines.ts'
import { createReactionTracker } from './reactions.ts'
import { createThreadLoader } from './threads.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('shows no gap when the store drops messages that follow loaded ones, and loads them again', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = bob.device()
  await untilReady(sender)
  const send = (text: string) => sender.send(textTo(ann.accid, text))
  await forEachInOrder(['一', '二', '三'], send)
  const device = ann.device({ fetchUnread: false })
  await untilReady(device)
  const noGroups = { groupOf: () => null, isFormer: () => false } as unknown as GroupTracker
  const threads = createThreadLoader(
    device,
    ann.accid,
    { groups: noGroups, reactions: createReactionTracker(device, ann.accid, () => {}) },
    () => {},
  )
  threads.stateOfThread(bob.accid)
  const readThread = () => threads.current().get(bob.accid)!
  const listTexts = () => readThread().lines.map(({ content }) => ('text' in content ? content.text : ''))
  await threads.loadOlder(bob.accid)
  expect(listTexts()).toEqual(['一', '二', '三'])
  await forEachInOrder(['四', '五'], send)
  await until(() => listTexts().length === 5, 'the new messages')

  device.store.conversations.get(p2pSessionIdOf(bob.accid))!.msgs.splice(0, 2)
  expect([listTexts(), readThread().hasOlder]).toEqual([['五'], true])
  await threads.loadOlder(bob.accid)
  expect(listTexts()).toEqual(['一', '二', '三', '四', '五'])
})

test('keeps loaded messages when the message after them is recalled', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = bob.device()
  await untilReady(sender)
  await sender.send(textTo(ann.accid, '一'))
  const { idServer } = await sender.send(textTo(ann.accid, '二'))
  const device = ann.device({ fetchUnread: false })
  await untilReady(device)
  const noGroups = { groupOf: () => null, isFormer: () => false } as unknown as GroupTracker
  const threads = createThreadLoader(
    device,
    ann.accid,
    { groups: noGroups, reactions: createReactionTracker(device, ann.accid, () => {}) },
    () => {},
  )
  threads.stateOfThread(bob.accid)
  const countLines = () => threads.current().get(bob.accid)!.lines.length
  await threads.loadOlder(bob.accid)
  await sender.send(textTo(ann.accid, '三'))
  await until(() => countLines() === 3, 'the message')
  await sender.request('msg.deleteMsg', { scene: 'p2p', to: ann.accid, idServer })
  await until(() => device.store.removedIds.has(idServer), 'the recall')
  expect(countLines()).toBe(2)
})

test('shows the notices of earlier recalls on a device without a database, each once', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = bob.device()
  await untilReady(sender)
  const sent: string[] = []
  await forEachInOrder(['一', '二', '三'], async (text) => {
    sent.push((await sender.send(textTo(ann.accid, text))).idServer)
  })
  const recall = (idServer: string) => sender.request('msg.deleteMsg', { scene: 'p2p', to: ann.accid, idServer })
  await recall(sent[1]!)
  await recall(sent[2]!)
  const device = ann.device({ fetchUnread: false })
  await untilReady(device)
  const noGroups = { groupOf: () => null, isFormer: () => false } as unknown as GroupTracker
  const threads = createThreadLoader(
    device,
    ann.accid,
    { groups: noGroups, reactions: createReactionTracker(device, ann.accid, () => {}) },
    () => {},
  )
  const listTexts = () =>
    threads
      .current()
      .get(bob.accid)
      ?.lines.map(({ content }) => ('tip' in content ? content.tip : '一'))
  threads.fill(bob.accid)
  await until(() => listTexts()?.length === 3, 'the notices')
  const notice = '对方撤回了一条消息'
  expect(listTexts()).toEqual(['一', notice, notice])
  await threads.loadOlder(bob.accid)
  expect(listTexts()).toEqual(['一', notice, notice])
})

test('keeps a failed line in its place in time, and a waiting one last', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const sender = bob.device()
  await untilReady(sender)
  const device = ann.device({ fetchUnread: false })
  await untilReady(device)
  const noGroups = { groupOf: () => null, isFormer: () => false } as unknown as GroupTracker
  const reactions = createReactionTracker(device, ann.accid, () => {})
  const threads = createThreadLoader(device, ann.accid, { groups: noGroups, reactions }, () => {})
  const addLine = (key: string, status: 'fail' | 'sending', time: number) => {
    const line = { key, from: ann.accid, isOwn: true, time, content: { type: 0 as const, text: key } }
    threads.stateOfThread(bob.accid).pending.push(createLine({ ...line, status }))
  }
  addLine('没发出去', 'fail', Date.now() - 60_000)
  addLine('正在发', 'sending', Date.now() - 60_000)
  await sender.send(textTo(ann.accid, '收到了'))
  const listTexts = () =>
    threads
      .current()
      .get(bob.accid)!
      .lines.map(({ content }) => 'text' in content && content.text)
  await until(() => listTexts().length === 3, 'the message')
  expect(listTexts()).toEqual(['没发出去', '收到了', '正在发'])
})
