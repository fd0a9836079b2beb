// Steps of tests of calls: a counsellor, a client who has written to the counsellor, and the ringing.
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { Role } from '@xinqiao/contract/roles.ts'
import { createPerson, textTo, untilReady, type ChatPerson, type Device } from '../../../im-sdk/test/people.ts'
import type { TestServer } from '../test-server.ts'

export type CallParty = Omit<ChatPerson, 'device'> & { device: Device; signals: SignalEvent[] }

/** A new account with one connected device. */
export async function openParty(
  server: TestServer,
  url: string,
  role: Role = 'user',
  options: Parameters<ChatPerson['device']>[0] = {},
): Promise<CallParty> {
  const person = await createPerson(server, url, role)
  const signals: SignalEvent[] = []
  const device = person.device({ deviceId: 'first-device', ...options }, { signal: (event) => signals.push(event) })
  await untilReady(device)
  return { ...person, device, signals }
}

/** A counsellor and a client who may be called, because the client has written. */
export async function openParties(server: TestServer, url: string): Promise<{ doctor: CallParty; client: CallParty }> {
  const [doctor, client] = [await openParty(server, url, 'counsellor'), await openParty(server, url)]
  await client.device.send(textTo(doctor.accid, '老师您好'))
  return { doctor, client }
}

/** @returns the id of the channel */
export async function ring(doctor: CallParty, client: CallParty, requestId = 'r1'): Promise<string> {
  const { channel } = await doctor.device.request('signalling.create', {
    type: 2,
    join: {},
    invite: { account: client.accid, requestId, offlineEnabled: true },
  })
  return channel.channelId
}

export const accept = (client: CallParty, doctor: CallParty, channelId: string, requestId = 'r1') =>
  client.device.request('signalling.accept', { channelId, account: doctor.accid, requestId, autoJoin: true })
