// People with devices for tests: real accounts, a real server, real sockets.
import { setTimeout as wait } from 'node:timers/promises'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { TestServer } from '../../server/test/test-server.ts'
import type { ClientEvents } from '../src/sync/results/client-events.ts'
import { createClient, type Client, type ClientOptions } from '../src/client.ts'

export type Device = Client & {
  /** Announced messages, in their order. */
  received: WireMessage[]
  ends: { code: string | number; message: string; reason?: string }[]
  synced: number
}
export type ChatPerson = {
  accid: string
  token: string
  session: string
  device: (options?: Partial<ClientOptions>, events?: ClientEvents) => Device
}

const open: Device[] = []

/**
 * Polls until the condition holds.
 * @param name describes the condition in the error after the timeout
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  name: string,
  timeoutMs = 60_000,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`timed out waiting for: ${name}`)
    await wait(5)
  }
}

/** Connects a device of an existing account. */
export function openDevice(
  url: string,
  { accid, token }: { accid: string; token: string },
  options: Partial<ClientOptions> = {},
  events: ClientEvents = {},
): Device {
  const receivedMessages: WireMessage[] = []
  const ends: Device['ends'] = []
  const client = createClient(
    { url, account: accid, token: () => token, transports: ['websocket'], delayOf: () => 5, ...options },
    {
      ...events,
      message: (msg, isOffline) => {
        receivedMessages.push(msg)
        events.message?.(msg, isOffline)
      },
      end: (end) => ends.push(end),
      synced: (result) => {
        device.synced += 1
        events.synced?.(result)
      },
    },
  )
  const device: Device = Object.assign(client, { received: receivedMessages, ends, synced: 0 })
  open.push(device)
  client.connect()
  return device
}

/**
 * Creates an account.
 * @param hasAgreed whether it has consented to writing to counsellors
 */
/** A user whose only device has signed in, with the name of the account. */
export async function enterWithDevice(server: TestServer, url: string): Promise<[Device, string]> {
  const person = await createPerson(server, url)
  const device = person.device()
  await untilReady(device)
  return [device, person.accid]
}

export async function createPerson(
  server: TestServer,
  url: string,
  role: Role = 'user',
  { hasAgreed = true } = {},
): Promise<ChatPerson> {
  if (!(role in roles)) throw new RangeError(role)
  const { token: session } = await server.enter(role)
  const chat = await server.requestAs({ token: session }, 'GET /neteaseUser/getUser')
  if (chat.code !== 200) throw new Error(`no chat account: ${JSON.stringify(chat)}`)
  const { accid, token } = chat.data
  if (hasAgreed) {
    const { data: consent } = await server.requestAs({ token: session }, 'GET /chat/consent')
    const { version, hash } = consent as { version: string; hash: string }
    await server.requestAs({ token: session }, 'POST /chat/consent', { version, hash })
  }
  return {
    accid,
    token,
    session,
    device: (options, events) => openDevice(url, { accid, token }, options, events),
  }
}

export const untilReady = (...devices: Device[]) =>
  until(() => devices.every((device) => device.synced > 0), 'the first sync of every device')

/** Disconnects all devices; for `afterEach`. */
export function leaveAll(): void {
  for (const device of open.splice(0)) device.disconnect()
}

export const textTo = (to: string, text: string, idClient: string = crypto.randomUUID()) => ({
  scene: 'p2p' as const,
  to,
  idClient,
  content: { type: chatMessageTypes.text, text },
})

export const textOf = ({ content }: WireMessage): string => ('text' in content ? content.text : '')

export const heldTextsOf = (device: Device, to: string) =>
  (device.store.conversations.get(p2pSessionIdOf(to))?.msgs ?? []).map(textOf)
