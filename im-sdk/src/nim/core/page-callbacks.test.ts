// Tests of page callbacks that throw: no message is lost, duplicated, reordered or wrongly marked as failed.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import reference from '../../../../portal/src/im-docs/reference.json' with { type: 'json' }
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, getHistory, openPage, findSession, textsOf, waitForDone } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import { NIM } from '../../../test/tested-sdk.ts'
import { collectUncaught, createChance } from '../../../test/throwing-pages.ts'
import type { NimOptions } from './options.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const uncaught = collectUncaught()

/** Options in which each published callback throws in half of its calls. `onmsg` records its messages first. */
function createThrowingOptions(chance: () => number, received: NimMessage[]): Partial<NimOptions> {
  const throwSometimes = () => {
    if (chance() < 0.5) throw new Error('of the page')
  }
  const names = [...Object.keys(reference.callbacks), 'logFunc']
  return {
    ...Object.fromEntries(names.map((name) => [name, throwSometimes])),
    onmsg: (msg: NimMessage) => {
      if (msg.flow === 'in') received.push(msg)
      throwSometimes()
    },
    onofflinemsgs: ({ msgs }: { msgs: NimMessage[] }) => {
      received.push(...msgs.filter(({ flow }) => flow === 'in'))
      throwSometimes()
    },
  }
}

test.each([1, 2, 3])('loses, duplicates and reorders no message when callbacks throw (seed %i)', async (seed) => {
  const chance = createChance(seed)
  const throwSometimes = () => {
    if (chance() < 0.5) throw new Error('of the page')
  }
  const [annReceived, bobReceived]: NimMessage[][] = [[], []]
  const ann = await openPage(server(), url, createThrowingOptions(chance, annReceived!))
  const bob = await openPage(server(), url, createThrowingOptions(chance, bobReceived!))
  const results: { error: unknown; status: string }[] = []
  const texts = Array.from({ length: 40 }, (_, i) => `第${i}句`)
  for (const [i, text] of texts.entries()) {
    const [from, to] = i % 2 === 0 ? [ann, bob] : [bob, ann]
    await until(() => from.nim.getLoginStatus() === 1, 'the login after the lost connection')
    if (i % 10 === 9) to.nim.client.drop()
    await new Promise<void>((resolve) => {
      from.nim.sendText({
        scene: 'p2p',
        to: to.accid,
        text,
        beforesend: throwSometimes,
        done: (error, { status }) => {
          results.push({ error, status })
          resolve()
          throwSometimes()
        },
      })
    })
  }
  expect(results).toEqual(texts.map(() => ({ error: null, status: 'success' })))
  await until(() => annReceived!.length >= 20 && bobReceived!.length >= 20, 'every message')
  expect(textsOf(bobReceived!)).toEqual(texts.filter((_, i) => i % 2 === 0))
  expect(textsOf(annReceived!)).toEqual(texts.filter((_, i) => i % 2 === 1))
  expect(textsOf(await getHistory(ann, bob.accid)).toReversed()).toEqual(texts)
  expect(findSession(bob, ann.accid)).toMatchObject({ unread: 20, lastMsg: { text: '第39句' } })
  expect(ann.nim.client.store.unsent.size).toBe(0)
  // exceptions of the page are reported, and none is swallowed
  expect(uncaught.length).toBeGreaterThan(50)
  expect(uncaught.every((error) => (error as Error).message === 'of the page')).toBe(true)
})

test('stores a file once when each callback of its upload throws', async () => {
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url)]
  const called: string[] = []
  const createCallback = (name: string) => () => {
    called.push(name)
    throw new Error('of the page')
  }
  const names = ['beginupload', 'uploadprogress', 'uploaddone', 'uploaderror', 'beforesend']
  const msg = await new Promise<NimMessage>((resolve, reject) => {
    ann.nim.sendFile({
      scene: 'p2p',
      to: bob.accid,
      type: 'file',
      blob: new Blob(['说明'], { type: 'text/plain' }),
      ...Object.fromEntries(names.map((name) => [name, createCallback(name)])),
      done: (error, stored) => (error ? reject(error) : resolve(stored)),
    })
  })
  expect(msg).toMatchObject({ status: 'success', type: 'file' })
  expect([...new Set(called)]).toEqual(['beginupload', 'uploadprogress', 'uploaddone', 'beforesend'])
  expect((await getHistory(bob, ann.accid)).map(({ idClient }) => idClient)).toEqual([msg.idClient])
  await until(() => uncaught.length >= called.length, 'the exceptions')
})

test('logs the name of a callback that threw on the device, without content', async () => {
  const ann = await openPage(server(), url, {
    onmyinfo: () => {
      throw new TypeError('秘密')
    },
  })
  const log = await waitForDone<string>((done) => ann.nim.exportLogs({ done }))
  expect(log).toContain('error callback onmyinfo threw TypeError')
  expect(log).not.toContain('秘密')
})

test('calls other listeners of an event whose callback throws', async () => {
  const ann = await openPage(server(), url)
  const exceptions: unknown[] = []
  ann.nim.on('signalingNotify', () => {
    throw new Error('of the page')
  })
  ann.nim.on('signalingNotify', (data: unknown) => exceptions.push(data))
  expect(ann.nim.emit('signalingNotify', 1)).toBe(true)
  expect(exceptions).toEqual([1])
})

test('reports invalid input to `done`, after the method has returned', async () => {
  const ann = await openPage(server(), url)
  let hasReturned = false
  const error = await new Promise<Error & { code?: unknown }>((resolve, reject) => {
    const resolveOnce = (failure: Error | null) => (hasReturned ? resolve(failure!) : reject(new Error('too early')))
    ann.nim.resendMsg({ msg: { status: 'success' } as NimMessage, done: resolveOnce })
    hasReturned = true
  })
  expect(error.message).toContain('only failed messages can be resent')
  expect(error.code).toBe(414)
})

test('lets a page choose a longer or shorter reconnect delay, and ignores one that is not a number', async () => {
  const { accid, token } = await createPerson(server(), url)
  const proposedMs: number[] = []
  const durations: number[] = []
  const nim = new NIM({
    account: accid,
    token,
    defaultLink: 'http://127.0.0.1:9',
    db: false,
    transports: ['websocket'],
    reconnectDelayProvider: (delay) => {
      proposedMs.push(delay)
      return proposedMs.length < 3 ? 1 : Number.NaN
    },
    onwillreconnect: ({ duration }) => void durations.push(duration),
  })
  await until(() => durations.length >= 3, 'the third try')
  nim.destroy()
  expect(durations.slice(0, 3)).toEqual([1, 1, proposedMs[2]])
  expect(proposedMs.every((ms) => ms >= 50 && ms <= 10_000)).toBe(true)
})

test('waits for the promise of onwillreconnect, and reports its rejection before it logs in again', async () => {
  let fetchToken = () => {}
  const ann = await openPage(server(), url, {
    onwillreconnect: ({ retryCount }) =>
      retryCount === 1 && new Promise((_resolve, reject) => (fetchToken = () => reject(new Error('of the page')))),
  })
  ann.nim.client.drop()
  await wait(50)
  expect([ann.nim.getLoginStatus(), uncaught]).toEqual([3, []])
  fetchToken()
  await until(() => ann.count('onconnect') === 2, 'the login')
  expect(uncaught).toMatchObject([{ message: 'of the page' }])
})
