// Members of a team who write in a process of their own. In the process of the measured clients, reading their pushes
// would delay the measurement.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import { openDevice, type LightDevice } from './im-client.ts'
import { runPaced } from './load.ts'

type Order = { urls: string[]; people: ChatPerson[] } | { teamId: string; perSecond: number; seconds: number }

/** Messages of each second are spread over all writers. */
export type BusyTeam = {
  write: (teamId: string, perSecond: number, seconds: number) => Promise<void>
  stop: () => void
}

/** @param urls addresses of the nodes, to which the members connect in turns */
export async function openBusyTeam(urls: string[], people: ChatPerson[]): Promise<BusyTeam> {
  const program = fork(import.meta.filename)
  const order = async (message: Order) => {
    const answer = Promise.race([
      once(program, 'message'),
      once(program, 'exit').then(() => Promise.reject(new Error('the program of the busy team ended'))),
    ])
    program.send(message)
    await answer
  }
  await order({ urls, people })
  return {
    write: (teamId, perSecond, seconds) => order({ teamId, perSecond, seconds }),
    stop: () => void program.kill(),
  }
}

async function openWriters({ urls, people }: { urls: string[]; people: ChatPerson[] }): Promise<LightDevice[]> {
  const devices: LightDevice[] = []
  for (const [i, person] of people.entries()) {
    const device = await openDevice(urls[i % urls.length]!, person)
    // a node delivers to the teams that it read for the last sync of the device
    await device.request('sync.sync', { mark: 0 })
    devices.push(device)
  }
  return devices
}

if (process.argv[1] === import.meta.filename) {
  let devices: LightDevice[] = []
  process.on('message', async (order: Order) => {
    if ('urls' in order) devices = await openWriters(order)
    else {
      const content = { type: 0, text: '大家早上好，今天的小组照常在七点半开始' }
      const send = (i: number) => {
        const message = { scene: 'superTeam', to: order.teamId, idClient: crypto.randomUUID(), content }
        return devices[i]!.request('msg.sendMsg', message)
      }
      await runPaced(send, devices.length, order.perSecond, order.seconds)
    }
    process.send?.('done')
  })
}
