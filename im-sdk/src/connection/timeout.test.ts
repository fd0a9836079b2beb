// Tests of a connection that receives nothing any more: once a reply is late, the page asks for a sign of life.
import { expect, test, vi } from 'vitest'
import { openPage, sendText, setUpPages, waitForDone } from '../../test/page.ts'
import { until } from '../../test/people.ts'
import type { NimMessage } from '../nim/present/messages.ts'

const { server, url } = setUpPages()

test('reconnects soon after a timeout, so that a resend succeeds', async () => {
  let isHalfDead = false
  class HalfDeadSocket extends WebSocket {
    constructor(address: string) {
      super(address)
      this.addEventListener('message', (event) => isHalfDead && event.stopImmediatePropagation())
    }
  }
  vi.stubGlobal('WebSocket', HalfDeadSocket)
  const delays: number[] = []
  const ann = await openPage(server(), url(), {
    cmdTimeout: 1_000,
    hbCmdTimeout: 1_000,
    onwillreconnect: ({ duration }) => {
      isHalfDead = false
      delays.push(duration)
    },
  })
  const bob = await openPage(server(), url())
  isHalfDead = true
  const failures = await Promise.all(
    ['一', '二'].map(
      (text) =>
        new Promise<NimMessage>((resolve) => {
          ann.nim.sendText({ scene: 'p2p', to: bob.accid, text, done: (_error, msg) => resolve(msg) })
        }),
    ),
  )
  expect(failures.map(({ status }) => status)).toEqual(['fail', 'fail'])
  await until(() => ann.count('onconnect') === 2, 'the login', 3_000)
  expect(delays).toHaveLength(1)
  for (const msg of failures) await waitForDone((done) => ann.nim.resendMsg({ msg, done }))
  await sendText(ann, bob.accid, '三')
  await until(() => bob.count('onmsg') === 3, 'each message once')
  vi.unstubAllGlobals()
})
