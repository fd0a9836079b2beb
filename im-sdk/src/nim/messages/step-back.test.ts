// Tests that a device shows every message after the database has lost recent history and assigns the same numbers
// again.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Bus } from '../../../../server/src/kit/bus/bus.ts'
import { snapshotDatabase } from '../../../../server/test/step-back.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { announcedTextsOf, closePages, localTextsOf, openPage, waitForDone, type Page } from '../../../test/page.ts'
import {
  heldTextsOf,
  leaveAll,
  createPerson,
  textOf,
  textTo,
  until,
  untilReady,
  type Device,
  type ChatPerson,
} from '../../../test/people.ts'
import type { NimOptions } from '../core/options.ts'

const server = useTestServer({}, { nodeCount: 2 })
let urls: string[]
let otherBus: Bus
let ann: ChatPerson
let bob: ChatPerson
beforeAll(async () => {
  const first = await server().listen({ isFrequencyLimited: false })
  const second = await server().listen({ isFrequencyLimited: false }, 1)
  urls = [first.url, second.url]
  otherBus = second.kit.bus
})
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  ;[ann, bob] = [await createPerson(server(), urls[0]!), await createPerson(server(), urls[0]!)]
})
afterEach(() => {
  closePages()
  leaveAll()
})

const openPageOn = (node: number, options: Partial<NimOptions> = {}): Promise<Page> =>
  openPage(server(), urls[node]!, { person: ann, db: true, ...options })

async function sendSurely(device: Device, text: string): Promise<void> {
  const draft = textTo(ann.accid, text)
  for (;;) {
    await until(() => device.status() === 1, 'a login')
    try {
      return void (await device.send(draft))
    } catch (error) {
      if (!(error instanceof ImFailure)) throw error
    }
  }
}
async function sendAll(device: Device, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sendSurely(device, text)
}
const isSame = (texts: readonly string[], others: readonly string[]) => texts.join() === others.join()
const isShown = async (page: Page, texts: readonly string[]) => isSame(await localTextsOf(page, bob.accid), texts)

const earlierTexts = ['甲 1', '甲 2']
const lost = ['乙 1', '乙 2', '乙 3', '乙 4']
const later = ['丙 1', '丙 2', '丙 3', '丙 4', '丙 5', '丙 6']
const remaining = [...earlierTexts, ...later]

test('shows every message of the new history once: connected, in a second tab, offline, and on two nodes', async () => {
  const sender = bob.device()
  const [near, far] = [ann.device(), ann.device({ url: urls[1]! })]
  await untilReady(sender, near, far)
  await sendAll(sender, earlierTexts)
  const [page, tab] = [await openPageOn(0), await openPageOn(1)]
  const away = await openPageOn(1, { appKey: 'away' })
  const putBack = await snapshotDatabase(server())

  await sendAll(sender, lost)
  const isHeld = (device: Device) => device.received.length === earlierTexts.length + lost.length
  await until(() => isHeld(near) && isHeld(far), 'the lost messages')
  await until(
    async () => (await localTextsOf(away, bob.accid)).includes(lost.at(-1)!),
    'the lost messages on the other device',
  )
  await away.nim.core.persistence.flush()
  away.nim.destroy()
  page.nim.core.client.store.unsent.set('draft', {
    draft: { ...textTo(bob.accid, '未发出', 'draft'), content: { type: 0, text: '未发出' } },
    time: Date.now(),
    status: 'fail',
  })
  await waitForDone((done) => page.nim.insertLocalSession({ scene: 'p2p', to: 'somebody', done }))

  await putBack()
  await sendAll(sender, later)
  for (const device of [near, far, sender]) {
    const peer = device === sender ? ann.accid : bob.accid
    await until(() => isSame(heldTextsOf(device, peer).slice(-later.length), later), 'the new messages')
    expect(heldTextsOf(device, peer)).not.toContain(lost[0])
  }
  // announces each message once; those with numbers above the lost ones come before the node detects the loss
  for (const device of [near, far])
    expect(device.received.map(textOf).sort()).toEqual([...lost, ...earlierTexts, ...later].sort())
  for (const tabOfAnn of [page, tab]) {
    // checks each tab separately, because the shared database may contain messages that a tab has not read yet
    const listAnnounced = () => announcedTextsOf(tabOfAnn).filter((text) => later.includes(text))
    await until(() => listAnnounced().length >= later.length, 'the new messages on the page')
    await until(() => isShown(tabOfAnn, remaining), 'the new messages in the database')
    expect(listAnnounced().sort()).toEqual(later)
  }
  const back = await openPageOn(0, { appKey: 'away' })
  await until(() => isShown(back, remaining), 'the new messages on the device that was away')
  expect(announcedTextsOf(back).filter((text) => !earlierTexts.includes(text))).toEqual(later)

  for (const device of [page, tab, back]) await device.nim.core.persistence.flush()
  page.nim.destroy()
  const again = await openPageOn(1)
  expect(await localTextsOf(again, bob.accid)).toEqual(remaining)
  expect(again.nim.core.client.store.unsent.get('draft')).toMatchObject({ status: 'fail' })
  expect([...again.nim.core.client.store.localFields.keys()]).toContain('session p2p-somebody')
  await sendAll(sender, ['丁'])
  await until(() => isShown(again, [...remaining, '丁']), 'the next message')
}, 120_000)

test('hides no message when a push of the lost history arrives late', async () => {
  let hasStartedOver = false
  const sender = bob.device({ url: urls[1]! })
  const near = ann.device({}, { startOver: () => (hasStartedOver = true) })
  await untilReady(sender, near)
  await sendAll(sender, earlierTexts)
  await until(() => near.received.length === earlierTexts.length, 'the first messages')
  const putBack = await snapshotDatabase(server())

  const { publish } = otherBus
  const late: Parameters<typeof publish>[] = []
  otherBus.publish = (...call) => void late.push(call)
  await sendAll(sender, ['乙 1'])
  await putBack()
  await until(() => hasStartedOver, 'the new history')
  otherBus.publish = publish
  const synced = near.synced
  for (const call of late) otherBus.publish(...call)
  await until(() => near.synced > synced, 'a sync instead of the lost message')
  await sendAll(sender, ['丙 1'])
  await until(() => near.received.some((msg) => textOf(msg) === '丙 1'), 'the new message')
  expect(heldTextsOf(near, bob.accid)).toEqual([...earlierTexts, '丙 1'])
}, 120_000)
