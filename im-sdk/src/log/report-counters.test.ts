// Tests of the counters that the server keeps of reports.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../test/people.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen())
})
afterEach(leaveAll)

test('counts reports only under known names, and refuses too many', async () => {
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
