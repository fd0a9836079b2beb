// System messages: sending custom ones, reading, and local state on this device.
import type { Scene } from '@xinqiao/contract/im/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import { updateLocalFields } from '../../store/store.ts'
import { listNotices, presentNotice, type NimSysMsg } from '../present/notices.ts'
import type { WithDone } from '../core/options.ts'
import { omitUndefined } from '../../omit-undefined.ts'

type CustomSysMsgOptions = {
  scene: string
  to: string
  content: string
  sendToOnlineUsersOnly?: boolean
  cc?: boolean
} & WithDone<NimSysMsg>
type ListOptions = {
  type?: string
  read?: boolean
  lastIdServer?: string
  limit?: number
  reverse?: boolean
} & WithDone<{ sysMsgs: NimSysMsg[] }>

const maxIdsPerRequest = 100

export function createSysMsgsApi(core: Pick<NimCore, 'client'>) {
  const { client } = core

  function hideNotices(ids: readonly string[]): void {
    for (const id of ids) updateLocalFields(client.store, `sysMsg ${id}`, { isDeleted: true })
  }

  return {
    sendCustomSysMsg({
      scene,
      to,
      content,
      sendToOnlineUsersOnly = false,
      cc = false,
      done,
    }: CustomSysMsgOptions): void {
      const input = { scene: scene as Scene, to, content, sendToOnlineUsersOnly, cc }
      callDone(done, () =>
        client.request('notify.sendCustomSysMsg', input).then(({ sysMsg }) => presentNotice(client.store, sysMsg)),
      )
    },
    markSysMsgRead({
      sysMsgs,
      done,
    }: { sysMsgs: { idServer: string }[] | { idServer: string } } & WithDone<null>): void {
      const ids = [sysMsgs].flat().map(({ idServer }) => idServer)
      callDone(done, async () => {
        for (let i = 0; i < ids.length; i += maxIdsPerRequest)
          await client.request('notify.batchMarkRead', { ids: ids.slice(i, i + maxIdsPerRequest) })
        return null
      })
    },

    getLocalSysMsgs({ type, read, lastIdServer, limit = 100, reverse = false, done }: ListOptions = {}): void {
      const all = listNotices(client.store).filter(
        (notice) => (type === undefined || notice.type === type) && (read === undefined || notice.read === read),
      )
      const list = reverse ? all.toReversed() : all
      const from = lastIdServer === undefined ? 0 : list.findIndex(({ idServer }) => idServer === lastIdServer) + 1
      done?.(null, { sysMsgs: list.slice(from, from + limit) })
    },
    updateLocalSysMsg({
      idServer,
      state,
      localCustom,
      done,
    }: { idServer: string; state?: string; localCustom?: string } & WithDone<NimSysMsg | null>): void {
      updateLocalFields(client.store, `sysMsg ${idServer}`, omitUndefined({ state, localCustom }))
      done?.(null, listNotices(client.store).find((notice) => notice.idServer === idServer) ?? null)
    },
    deleteLocalSysMsg({ idServer, done }: { idServer: string | string[] } & WithDone<null>): void {
      hideNotices([idServer].flat())
      done?.(null, null)
    },
    deleteAllLocalSysMsgs({ done }: WithDone<null> = {}): void {
      hideNotices(listNotices(client.store).map(({ idServer }) => idServer))
      done?.(null, null)
    },
  }
}
