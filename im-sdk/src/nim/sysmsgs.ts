// System messages: sending custom ones, reading, and local state on this device.
import { tell } from './core.ts'
import { NimFriends } from './friends.ts'
import { listNotices, presentNotice, type NimSysMsg } from './notices.ts'
import type { Done } from './options.ts'

type CustomOptions = {
  scene: string
  to: string
  content: string
  sendToOnlineUsersOnly?: boolean
  cc?: boolean
  done?: Done<NimSysMsg>
}
type ListOptions = {
  type?: string
  read?: boolean
  lastIdServer?: string
  limit?: number
  reverse?: boolean
  done?: Done<NimSysMsg[]>
}

const readAtOnce = 100

export class NimSysMsgs extends NimFriends {
  sendCustomSysMsg({ scene, to, content, sendToOnlineUsersOnly = false, cc = false, done }: CustomOptions): void {
    const input = { scene: scene as 'p2p', to, content, sendToOnlineUsersOnly, cc }
    tell(
      this.client
        .request('notify.sendCustomSysMsg', input)
        .then(({ sysMsg }) => presentNotice(this.client.store, sysMsg)),
      done,
    )
  }
  markSysMsgRead({
    sysMsgs,
    done,
  }: {
    sysMsgs: { idServer: string }[] | { idServer: string }
    done?: Done<null>
  }): void {
    const ids = [sysMsgs].flat().map(({ idServer }) => idServer)
    const work = async () => {
      for (let i = 0; i < ids.length; i += readAtOnce)
        await this.client.request('notify.batchMarkRead', { ids: ids.slice(i, i + readAtOnce) })
      return null
    }
    tell(work(), done)
  }

  getLocalSysMsgs({ type, read, lastIdServer, limit = 100, reverse = false, done }: ListOptions = {}): void {
    const all = listNotices(this.client.store).filter(
      (one) => (type === undefined || one.type === type) && (read === undefined || one.read === read),
    )
    const list = reverse ? all.toReversed() : all
    const from = lastIdServer === undefined ? 0 : list.findIndex(({ idServer }) => idServer === lastIdServer) + 1
    done?.(null, list.slice(from, from + limit))
  }
  updateLocalSysMsg({
    idServer,
    state,
    localCustom,
    done,
  }: {
    idServer: string
    state?: string
    localCustom?: string
    done?: Done<NimSysMsg | null>
  }): void {
    const { notes } = this.client.store
    const place = `sysMsg ${idServer}`
    const note = { ...(state !== undefined && { state }), ...(localCustom !== undefined && { localCustom }) }
    notes.set(place, { ...notes.get(place), ...note })
    done?.(null, listNotices(this.client.store).find((one) => one.idServer === idServer) ?? null)
  }
  deleteLocalSysMsg({ idServer, done }: { idServer: string | string[]; done?: Done<null> }): void {
    this.hideNotices([idServer].flat())
    done?.(null, null)
  }
  deleteAllLocalSysMsgs({ done }: { done?: Done<null> } = {}): void {
    this.hideNotices(listNotices(this.client.store).map(({ idServer }) => idServer))
    done?.(null, null)
  }

  private hideNotices(ids: readonly string[]): void {
    const { notes } = this.client.store
    for (const id of ids) notes.set(`sysMsg ${id}`, { ...notes.get(`sysMsg ${id}`), isDeleted: true })
  }
}
