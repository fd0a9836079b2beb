// Tests of open threads while the store of the client drops messages.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { forEachInOrder } from '../../../server/src/kit/async/for-each-in-order.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, leaveAll, textTo, until, untilReady } from '../../test/people.ts'
import type { GroupTracker } from './groups.ts'
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
