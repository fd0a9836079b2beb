// Tests of alerts under load: ten thousand lines of a hundred accounts, and one writer on two nodes.
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  leaveAll,
  createPerson,
  untilReady,
  textTo,
  until,
  type ChatPerson,
} from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { nodeCount: 2 })
const urls: string[] = []
beforeAll(async () => {
  for (const node of [0, 1]) urls.push((await server().listen({ isFrequencyLimited: false }, node)).url)
})
afterEach(leaveAll)

const danger = '我不想活了，药都准备好了'
const calm = [
  '今天天气不错，晚上去散步',
  '课件我已经发到群里了',
  '明天下午三点开会',
  '晚饭吃面条吧',
  '周末一起去看电影',
]
const [accountCount, linesPerAccount] = [100, 100]

test('raises an alert for each of a hundred accounts in danger in ten thousand lines, and answers heartbeats', async () => {
  const people: ChatPerson[] = []
  for (let i = 0; i < accountCount; i += 1)
    people.push(await createPerson(server(), urls[0]!, 'user', { hasAgreed: false }))
  const devices = people.map((person) => person.device({ report: false }))
  await untilReady(...devices)
  // every second account sends four lines in danger, so that one line in fifty is
  const isDanger = (sender: number, line: number) => sender % 2 === 0 && line % 25 === 10
  let answered = 0
  const sending = devices.map(async (device, i) => {
    const sent = []
    for (let line = 0; line < linesPerAccount; line += 1) {
      const text = isDanger(i, line) ? danger : calm[line % calm.length]!
      const { time } = await device.send(textTo(people[(i + 1) % accountCount]!.accid, text))
      answered += 1
      sent.push({ accid: people[i]!.accid, time, isDanger: isDanger(i, line) })
    }
    return sent
  })
  await until(() => answered > 1_000, 'the first replies')
  await devices[0]!.request('link.heartbeat', {})
  expect(answered).toBeLessThan(accountCount * linesPerAccount)
  const sent = (await Promise.all(sending)).flat()
  const marks = await server().kit.sql<{ accid: string; time: number }[]>`
    select writer.accid, k.until_time as time
    from crisis_mark k join crisis_signal s on s.id = k.signal_id join crisis_alert a on a.id = s.alert_id
    join im_account writer on writer.account_id = a.writer_id`
  const nameOf = ({ accid, time }: { accid: string; time: number }) => `${accid} ${time}`
  expect(marks.map(nameOf).toSorted()).toEqual(
    sent
      .filter((line) => line.isDanger)
      .map(nameOf)
      .toSorted(),
  )
  expect(await server().kit.sql`select 1 from crisis_alert`).toHaveLength(accountCount / 2)
})

test('opens one alert of a writer on two nodes, and keeps twenty texts of each level an hour', async () => {
  const ann = await createPerson(server(), urls[0]!)
  const devices = urls.map((url) => ann.device({ url }))
  await untilReady(...devices)
  const writeOnBoth = (text: string) =>
    Promise.all(
      devices.flatMap((device, node) =>
        Array.from({ length: 15 }, (_, i) =>
          device.request('user.updateMyInfo', { user: { sign: `${text}${node} ${i}` } }),
        ),
      ),
    )
  const listAlertsOfTexts = async () => {
    const texts = await server().kit.sql<{ alertId: number }[]>`
      select t.alert_id as "alertId" from crisis_text t join crisis_alert a on a.id = t.alert_id
      join im_account writer on writer.account_id = a.writer_id where writer.accid = ${ann.accid}`
    return texts.map(({ alertId }) => alertId)
  }
  await writeOnBoth('活着真的没意思，我不想活了')
  expect(await listAlertsOfTexts()).toHaveLength(20)
  // a form counts together with the chat
  const form = { nickName: '我不想活了', email: 'ann@example.cn', gender: 1 }
  const saved = await server().requestAs({ token: ann.session }, 'PUT /api/users/center', form)
  expect(JSON.parse(saved.raw)).toMatchObject({ code: 200, care: 'thought' })
  expect(await listAlertsOfTexts()).toHaveLength(20)
  await writeOnBoth(danger)
  const alertIds = await listAlertsOfTexts()
  expect(alertIds).toHaveLength(40)
  expect(new Set(alertIds).size).toBe(1)

  // above the limit, a text opens the next alert after the duty staff has closed this one
  await server().kit.sql`
    update crisis_alert set state = 'closed', outcome = 'contacted', closed_at = now() where id = ${alertIds[0]!}`
  await writeOnBoth('活着真的没意思，我不想活了，又')
  const later = (await listAlertsOfTexts()).filter((id) => id !== alertIds[0])
  expect(later).toHaveLength(1)
})
