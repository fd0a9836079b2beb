// Opens 500 and then 5,000 chat connections through nginx: all are accepted and stay open.
import { setTimeout as wait } from 'node:timers/promises'
import { openDevice, type LightDevice } from '../bench/kit/im-client.ts'
import { judge } from '../bench/kit/report.ts'
import { createChatPeople, type ChatPerson } from '../server/db/fixtures/chat-people.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { openSetup } from './kit/setup.ts'

const atOnce = 50

async function openAll(
  url: string,
  people: readonly ChatPerson[],
): Promise<{ devices: LightDevice[]; refused: number }> {
  const devices: LightDevice[] = []
  const left = [...people]
  let refused = 0
  const openRemainingDevices = async () => {
    for (let person = left.pop(); person; person = left.pop()) {
      const device = await openDevice(url, person).catch(() => null)
      if (device) devices.push(device)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, openRemainingDevices))
  return { devices, refused }
}

export async function run(): Promise<void> {
  const { cluster, site, load } = await openSetup({ people: 2, messagesPerSecond: 2, readsPerSecond: 10 })
  const sql = connect(cluster.url, 2)
  for (const size of [500, 5_000]) {
    const { devices, refused } = await openAll(site.url, await createChatPeople(sql, size))
    await wait(5_000)
    const replies = await Promise.allSettled(devices.map((device) => device.request('link.heartbeat', {})))
    const alive = replies.filter(({ status }) => status === 'fulfilled').length
    const claim = `${alive} of ${size} connections work, ${refused} were refused (all, 0)`
    console.log(`  ${claim}: ${judge('crowd', claim, alive === size && refused === 0)}`)
    for (const device of devices) device.close()
  }
  await sql.end()
  await load.stop()
  const kinds = [...load.errors].map(([kind, count]) => `${count} x ${kind}`).join(', ') || 'none'
  console.log(`  errors of visitors meanwhile: ${kinds}\n`)
}
