// Tests of reports: batching, limits, expiry, retry after a failure, and the server's counters.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../test/people.ts'
import { createReports } from './reports.ts'

type StoredReport = { errors: { command: string; code: string }[]; delays: number[] }

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  leaveAll()
})

function createReporter(answer: () => Promise<unknown> = () => Promise.resolve(null)) {
  const sent: StoredReport[] = []
  const reports = createReports((report) => {
    sent.push(report)
    return answer()
  })
  return { sent, reports }
}

test('sends errors and delays together after ten seconds, and many delays sooner', async () => {
  const { sent, reports } = createReporter()
  reports.failed('msg.sendMsg', imFail('noAnswer'))
  reports.delayed(12.4)
  // expected errors, and errors of sending reports
  reports.failed('msg.sendMsg', imFail('blockedByPeer'))
  reports.failed('msg.sendMsg', new Error('secret'))
  reports.failed('misc.report', imFail('noAnswer'))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([{ errors: [{ command: 'msg.sendMsg', code: 'Error_Timeout' }], delays: [12] }])
  for (let i = 0; i < 6; i += 1) reports.delayed(i - 1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[1]).toEqual({ errors: [], delays: [0, 0, 1, 2, 3, 4] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(2)
})

test('retries a failed report after a minute, holds at most a hundred entries, and drops old ones', async () => {
  let isUp = false
  const { sent, reports } = createReporter(() => (isUp ? Promise.resolve(null) : Promise.reject(imFail('offline'))))
  for (let i = 0; i < 250; i += 1) reports.delayed(i)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent[0]!.delays).toHaveLength(100)
  expect(sent[0]!.delays[0]).toBe(150)
  reports.delayed(7)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent[1]!.delays).toHaveLength(100)
  expect(sent[1]!.delays.at(-1)).toBe(7)
  isUp = true
  // older than 100 s at the next try, and therefore dropped
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sent).toHaveLength(2)
})

test('counts reports only under known names, and refuses too many', async () => {
  vi.useRealTimers()
  const person = await createPerson(server(), url)
  const device = person.device({ report: false })
  await untilReady(device)
  const readFigure = async (line: RegExp) => Number(line.exec((await server().app.inject('/metrics')).body)?.[1] ?? 0)
  const known = /chat_client_errors_total\{command="msg.sendMsg",code="Error_Timeout"\} (\d+)/
  const strange = /chat_client_errors_total\{command="other",code="other"\} (\d+)/
  const delays = /chat_delivery_seconds_count (\d+)/
  const before = [await readFigure(known), await readFigure(strange), await readFigure(delays)]
  await device.request('misc.report', {
    errors: [
      { command: 'msg.sendMsg', code: 'Error_Timeout' },
      { command: 'made.up', code: 'whatever' },
    ],
    delays: [12, 700],
  })
  const after = [await readFigure(known), await readFigure(strange), await readFigure(delays)]
  expect(after).toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 2])
  for (const wrong of [
    { errors: [], delays: Array.from({ length: 101 }, () => 1) },
    { errors: [{ command: 'a b', code: '1' }], delays: [] },
    { errors: [{ command: 'msg.sendMsg', code: '一句话' }], delays: [] },
  ])
    await expect(device.request('misc.report', wrong)).rejects.toMatchObject({ code: 414 })
  const many = Array.from({ length: 10 }, () => device.request('misc.report', { errors: [], delays: [] }))
  await expect(Promise.all(many)).rejects.toMatchObject({ code: 416 })
})

test('reports the latency of received messages', async () => {
  vi.useRealTimers()
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const receiver = ann.device()
  const sender = bob.device()
  await untilReady(receiver, sender)
  const countDelays = async () =>
    Number(/chat_delivery_seconds_count (\d+)/.exec((await server().app.inject('/metrics')).body)?.[1] ?? 0)
  const before = await countDelays()
  for (let i = 0; i < 6; i += 1) await sender.send(textTo(ann.accid, `到了吗 ${i}`))
  await until(async () => (await countDelays()) > before, 'the report')
  expect(await countDelays()).toBe(before + 6)
})
