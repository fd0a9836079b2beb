// Pinned sessions (`stickTop` on the wire). Loaded on first use.
import { findState } from '../../sync/merge/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import type { NimStickTop } from '../present/sessions.ts'
import { listStickTops, presentStickTop } from '../present/stick-tops.ts'

type TopOptions = { id: string; topCustom?: string } & WithDone<{ stickTopSession: NimStickTop }>

export function createStickTopApi(core: Pick<NimCore, 'client' | 'presenterContext'>) {
  const { client } = core

  function reportStickTop(work: Promise<unknown>, id: string, done: TopOptions['done']): void {
    const unpinned = { id, topCustom: '', isTop: false, createTime: 0, updateTime: 0 }
    const readStickTop = () =>
      presentStickTop(core.presenterContext(), findState(client.store, 'stickTop', id) ?? unpinned)
    callDone(done, () => work.then(() => ({ stickTopSession: readStickTop() })))
  }

  return {
    getStickTopSessions({ done }: WithDone<NimStickTop[]> = {}): void {
      done?.(null, listStickTops(core.presenterContext()))
    },
    addStickTopSession({ id, topCustom = '', done }: TopOptions): void {
      reportStickTop(client.request('msgExtend.addStickTopSession', { id, topCustom }), id, done)
    },
    updateStickTopSession({ id, topCustom = '', done }: TopOptions): void {
      reportStickTop(client.request('msgExtend.updateStickTopSession', { id, topCustom }), id, done)
    },
    deleteStickTopSession({ id, done }: TopOptions): void {
      reportStickTop(client.request('msgExtend.deleteStickTopSession', { id }), id, done)
    },
  }
}
