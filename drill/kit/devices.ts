// Devices of the drill: real SDK clients with a database of their own, which can be reloaded like a page.
import '../../im-sdk/test/indexed-db.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { p2pSessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { createClient, type Client } from '../../im-sdk/src/client.ts'
import { createPersistence, type StorePersistence } from '../../im-sdk/src/store/persistence.ts'
import type { ChatPerson } from '../../server/db/fixtures/chat-people.ts'
import { waitUntil } from './processes.ts'

/** Messages of a conversation on a device, which should be complete from position `from` on. */
export type ConversationView = { from: number; held: ReadonlySet<string> }

export type Device = {
  accid: string
  /** Tokens of the chat, and of the person's session on the site. */
  token: string
  client: () => Client
  /** How often the page was notified of each message, by idClient. */
  announced: Map<string, number>
  view: (peer: string) => Promise<ConversationView>
  /** Closes the page and reopens it with the same database. */
  reload: () => Promise<void>
  close: () => void
}

export async function openDevice(url: string, { accid, token }: ChatPerson): Promise<Device> {
  const announced = new Map<string, number>()
  let persistence!: StorePersistence
  let client!: Client
  const openClient = async () => {
    let isSynced = false
    persistence = createPersistence(`drill-${accid}`)
    client = createClient(
      {
        url,
        account: accid,
        token: () => token,
        deviceId: `drill-${accid}`,
        transports: ['websocket'],
        store: persistence.store,
        prepare: () => persistence.open(),
        // the default of a page, see NimCore
        timeouts: { 'msg.sendMsg': 8_000 },
      },
      {
        message: ({ idClient }: WireMessage) => void announced.set(idClient, (announced.get(idClient) ?? 0) + 1),
        synced: () => void (isSynced = true),
      },
    )
    client.connect()
    await waitUntil(() => isSynced, `the first sync of ${accid}`)
  }
  await openClient()
  return {
    accid,
    token,
    client: () => client,
    announced,
    async view(peer) {
      await persistence.flush()
      const conversation = persistence.store.conversations.get(p2pSessionIdOf(peer))
      const stored = await persistence.database().findMessages({ sessionId: p2pSessionIdOf(peer), limit: Infinity })
      const held = new Set([...stored, ...(conversation?.msgs ?? [])].flatMap(({ idClient = [] }) => idClient))
      return { from: conversation?.from ?? 1, held }
    },
    async reload() {
      client.disconnect()
      await persistence.flush()
      persistence.close()
      announced.clear()
      await openClient()
    },
    close() {
      client.disconnect()
      persistence.close()
    },
  }
}
