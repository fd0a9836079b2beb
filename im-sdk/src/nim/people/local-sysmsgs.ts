// System messages on this device, with the recalls that it has received.
import type { NimCore } from '../core/core.ts'
import { updateLocalFields } from '../../store/store.ts'
import { isSystemMessageHidden, listSystemMessages, type NimSysMsg } from '../present/notices.ts'
import { presentRecall } from '../present/removed-messages.ts'
import { listLatestStates } from '../../sync/merge/changes.ts'
import type { WithDone } from '../core/options.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'

type ListOptions = {
  type?: string
  category?: string
  read?: boolean
  lastIdServer?: string
  limit?: number
  reverse?: boolean
} & WithDone<{ sysMsgs: NimSysMsg[] }>

export function createLocalSysMsgsApi({ client, options }: Pick<NimCore, 'client' | 'options'>) {
  /** All system messages of this device, newest first. */
  function listAll(): NimSysMsg[] {
    const recalls = listLatestStates(client.store, 'goneMsg')
      .map((gone) => presentRecall(client.store, options.account, gone))
      .filter(({ idServer }) => !isSystemMessageHidden(client.store, idServer))
    return [...recalls, ...listSystemMessages(client.store)].sort((a, b) => b.time - a.time)
  }

  function hideNotices(ids: readonly string[]): void {
    for (const id of ids) updateLocalFields(client.store, `sysMsg ${id}`, { isDeleted: true })
  }

  return {
    getLocalSysMsgs({
      type,
      category,
      read,
      lastIdServer,
      limit = 100,
      reverse = false,
      done,
    }: ListOptions = {}): void {
      const all = listAll().filter(
        (notice) =>
          (type === undefined || notice.type === type) &&
          (category === undefined || notice.category === category) &&
          (read === undefined || notice.read === read),
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
      done?.(null, listAll().find((notice) => notice.idServer === idServer) ?? null)
    },
    deleteLocalSysMsg({ idServer, done }: { idServer: string | string[] } & WithDone<null>): void {
      hideNotices([idServer].flat())
      done?.(null, null)
    },
    deleteAllLocalSysMsgs({ done }: WithDone<null> = {}): void {
      hideNotices(listAll().map(({ idServer }) => idServer))
      done?.(null, null)
    },
  }
}
