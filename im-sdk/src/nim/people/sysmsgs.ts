// System messages: sending custom ones, and marking as read. Loaded on first use.
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import { presentSystemMessage, type NimSysMsg } from '../present/notices.ts'
import type { WithDone } from '../core/options.ts'

type CustomSysMsgOptions = {
  scene: string
  to: string
  content: string
  sendToOnlineUsersOnly?: boolean
  cc?: boolean
} & WithDone<NimSysMsg>
const maxIdsPerRequest = 100

export const createSysMsgsApi = ({ client }: Pick<NimCore, 'client'>) => ({
  sendCustomSysMsg({ scene, to, content, sendToOnlineUsersOnly = false, cc = false, done }: CustomSysMsgOptions): void {
    const input = { scene: scene as Scene, to, content, sendToOnlineUsersOnly, cc }
    callDone(done, () =>
      client.request('notify.sendCustomSysMsg', input).then(({ sysMsg }) => presentSystemMessage(client.store, sysMsg)),
    )
  },
  markSysMsgRead({ sysMsgs, done }: { sysMsgs: { idServer: string }[] | { idServer: string } } & WithDone<null>): void {
    const ids = [sysMsgs].flat().map(({ idServer }) => idServer)
    callDone(done, async () => {
      for (let i = 0; i < ids.length; i += maxIdsPerRequest)
        await client.request('notify.batchMarkRead', { ids: ids.slice(i, i + maxIdsPerRequest) })
      return null
    })
  },
})
