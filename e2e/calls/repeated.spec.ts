// Story of two people who ring, speak and hang up again and again.
import type { Page } from '@playwright/test'
import { allowed, callLaunch, collectConnections, expectFlowOfAll, readOpenTracks } from '../support/call-steps.ts'
import { desktop, getAccid, locateLog, sendText } from '../support/conversation-steps.ts'
import { createFolder, startOwnServer, stopOwnServer, type OwnServer } from '../support/own-server.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })

const rounds = 5

/** Connections of the page that are not closed. */
const countOpenConnections = (page: Page) =>
  page.evaluate(
    () =>
      (window as typeof window & { connections: RTCPeerConnection[] }).connections.filter(
        ({ connectionState }) => connectionState !== 'closed',
      ).length,
  )

// on a server of its own, because a counsellor in a call of another story is busy
let server: OwnServer
test.beforeAll(async () => {
  test.setTimeout(240_000)
  server = await startOwnServer(createFolder())
})
test.afterAll(() => stopOwnServer(server))

test('two counsellors call each other five times from each side, and nothing stays open', async ({ open }) => {
  test.setTimeout(300_000)
  const enter = async (username: string) => {
    const page = await open({ viewport: desktop, ...allowed, baseURL: server.origin })
    await enterAs(page, username)
    await collectConnections(page)
    return { page, accid: await getAccid(page) }
  }
  const [first, second] = [await enter('doctor12'), await enter('doctor8')]
  // a counsellor may call only people who have written to this counsellor
  for (const [{ page }, { accid }] of [
    [first, second],
    [second, first],
  ] as const) {
    await page.goto(`/im/index?to=${accid}`)
    await sendText(page, '我们试几次通话')
    // the other side may call only after the server has stored the message
    await expect(
      locateLog(page)
        .getByText(/^已送达|^已读/)
        .last(),
    ).toBeVisible()
  }

  let calls = 0
  for (const [{ page: caller }, { page: callee, accid }] of [
    [first, second],
    [second, first],
  ] as const) {
    for (let round = 0; round < rounds; round += 1) {
      await caller.goto(`/im/call?with=${accid}&video=1`)
      await locateButton(caller, '呼叫').click()
      const bar = callee.getByRole('alert', { name: '来电' })
      await bar.getByRole('link', { name: '视频接听' }).click()
      await expectFlowOfAll([caller, callee])
      // both hang up in turn
      const [ending, other] = round % 2 === 0 ? [caller, callee] : [callee, caller]
      await locateButton(ending, '挂断').click()
      await expect(ending.getByRole('heading', { name: '通话已结束' })).toBeVisible()
      await expect(other.getByRole('heading', { name: '对方已挂断' })).toBeVisible()
      calls += 1
      for (const side of [caller, callee]) {
        // the side that hangs up closes its connection once the other one knows
        await expect.poll(async () => [await readOpenTracks(side), await countOpenConnections(side)]).toEqual([0, 0])
        await side.getByRole('link', { name: '返回聊天' }).click()
        await expect(locateLog(side).getByText(/^视频通话 \d+:\d\d$/)).toHaveCount(calls)
        await expect(side.getByRole('alert', { name: '来电' })).toHaveCount(0)
      }
    }
  }
})
