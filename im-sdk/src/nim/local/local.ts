// Forwarding, and the local database of this device. Without a database, its methods fail with "db is disable"
// (messaging.md 8).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, type MessageDraft, type MessageType } from '@xinqiao/contract/im/messages/messages.ts'
import type { DatabaseStatus } from '../../store/persistence.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone, SendOptions } from '../core/options.ts'
import type { NimMessage } from '../present/messages.ts'
import { sendContent } from '../messages/sender.ts'
import { pickDefined } from '../../base/omit-undefined.ts'

type ForwardOptions = { msg: NimMessage; scene: string; to: string; done?: SendOptions['done'] }

/** messaging.md 3: content that can be sent, resent and forwarded. */
function createForwardedContent(msg: NimMessage): MessageDraft['content'] {
  const type = chatMessageTypes[msg.type as MessageType]
  const fields = pickDefined(msg, ['text', 'tip', 'content', 'geo', 'file', 'custom', 'subType'])
  return { type, ...structuredClone(fields) } as MessageDraft['content']
}

const createForwardingApi = (core: NimCore) => ({
  /** messaging.md 4: a forwarded message is a new message. */
  forwardMsg({ msg, scene, to, done }: ForwardOptions): NimMessage {
    return sendContent(core, { scene, to, ...(done && { done }) }, createForwardedContent(msg))
  },
  messageSerialization(msg: NimMessage): string | null {
    return msg?.idClient ? JSON.stringify(msg) : null
  },
  messageDeserialization(text: string): NimMessage | null {
    try {
      const msg = JSON.parse(text) as NimMessage | null
      return msg?.idClient ? msg : null
    } catch {
      return null
    }
  },
})

const createDatabaseApi = ({ persistence }: Pick<NimCore, 'persistence'>) => ({
  getDBStatus(): DatabaseStatus {
    return persistence.status()
  },
  getDBLastOpenError(): Error | null {
    return persistence.lastError()
  },
  reinitDB({ done }: WithDone<null> = {}): void {
    callDone(done, async () => {
      if (persistence.status() === 'off') throw imFail('database', 'db is disable')
      persistence.close()
      await persistence.open()
      if (persistence.status() !== 'open') throw persistence.lastError() ?? imFail('database', 'no db server')
      return null
    })
  },
})

export const createLocalApi = (core: NimCore) => ({
  ...createForwardingApi(core),
  ...createDatabaseApi(core),
})
