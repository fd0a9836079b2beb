// Pinned sessions (`stickTop` on the wire).
import type { StickTop } from '@xinqiao/contract/im/extend.ts'
import { targetOfSession } from '@xinqiao/contract/im/scene.ts'
import { findState, listStates } from '../../sync/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentSession, type NimStickTop } from '../present/sessions.ts'

type TopOptions = { id: string; topCustom?: string } & WithDone<{ stickTopSession: NimStickTop }>

/** A session can be pinned before its first message. */
export function presentStickTop(core: Pick<NimCore, 'client' | 'presenterContext'>, state: StickTop): NimStickTop {
  const conversation = core.client.store.conversations.get(state.id)
  return {
    ...targetOfSession(state.id),
    ...(conversation && presentSession(conversation, core.presenterContext())),
    ...state,
  }
}

export const listStickTops = (core: Pick<NimCore, 'client' | 'presenterContext'>): NimStickTop[] =>
  listStates(core.client.store, 'stickTop')
    .filter(({ isTop }) => isTop)
    .map((state) => presentStickTop(core, state))

export function createStickTopApi(core: Pick<NimCore, 'client' | 'presenterContext'>) {
  const { client } = core

  function reportStickTop(work: Promise<unknown>, id: string, done: TopOptions['done']): void {
    const unpinned = { id, topCustom: '', isTop: false, createTime: 0, updateTime: 0 }
    const readStickTop = () => presentStickTop(core, findState(client.store, 'stickTop', id) ?? unpinned)
    callDone(done, () => work.then(() => ({ stickTopSession: readStickTop() })))
  }

  return {
    getStickTopSessions({ done }: WithDone<NimStickTop[]> = {}): void {
      done?.(null, listStickTops(core))
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
