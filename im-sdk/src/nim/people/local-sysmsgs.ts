// System messages on this device.
import type { NimCore } from '../core/core.ts'
import { updateLocalFields } from '../../store/store.ts'
import { listNotices, type NimSysMsg } from '../present/notices.ts'
import type { WithDone } from '../core/options.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'

type ListOptions = {
  type?: string
  read?: boolean
  lastIdServer?: string
  limit?: number
  reverse?: boolean
} & WithDone<{ sysMsgs: NimSysMsg[] }>

export function createLocalSysMsgsApi(core: Pick<NimCore, 'client'>) {
  const { client } = core

  function hideNotices(ids: readonly string[]): void {
    for (const id of ids) updateLocalFields(client.store, `sysMsg ${id}`, { isDeleted: true })
  }

  return {
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
