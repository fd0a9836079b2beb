// What the client underneath announces, in the words and the order of the page's callbacks (im-sdk-api.md).
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { ClientEvents } from '../client.ts'
import { listSessions, present, viewOf, type NimCore } from './core.ts'
import { presentSession } from './present.ts'

function handOut(nim: NimCore, msgs: readonly WireMessage[], callback: 'onroamingmsgs' | 'onofflinemsgs'): void {
  const byPeer = Map.groupBy(msgs, (msg) => nim.client.peerOf(msg))
  for (const [to, list] of byPeer) {
    const items = list.map((msg) => present(nim, msg))
    nim.options[callback]?.({ scene: 'p2p', to, sessionId: `p2p-${to}`, msgs: items })
  }
}

export const listen = (nim: NimCore): ClientEvents => ({
  login: ({ loginPorts, serverTime: _serverTime, ...info }) => {
    nim.options.onconnect?.(info)
    if (loginPorts.length > 0) nim.options.onloginportschange?.(loginPorts)
  },
  ports: (ports) => nim.options.onloginportschange?.(ports),
  willReconnect: (info) => nim.options.onwillreconnect?.(info),
  end: (end) => nim.options.ondisconnect?.(end),
  synced: ({ isFirst, roaming, offline }) => {
    if (isFirst) nim.options.onsessions?.(listSessions(nim))
    handOut(nim, roaming, 'onroamingmsgs')
    handOut(nim, offline, 'onofflinemsgs')
    nim.options.onsyncdone?.()
  },
  syncFailed: (error) => nim.options.onerror?.(Object.assign(error, { code: 'SYNC_DATA_ERROR' })),
  message: (msg, isOffline) => {
    nim.failed.delete(msg.idClient)
    // handed out by `onofflinemsgs`
    if (!isOffline) nim.options.onmsg?.(present(nim, msg))
  },
  session: ({ to }) => {
    const conversation = nim.client.store.conversations.get(to)
    if (!conversation || conversation.session.isDeleted) return
    nim.options.onupdatesession?.(presentSession(conversation, viewOf(nim)))
    nim.options.onupdatesessions?.([presentSession(conversation, viewOf(nim))])
  },
})
