// Pinned sessions (`stickTop` on the wire), in the form that pages read.
import type { StickTop } from '@xinqiao/contract/im/extend.ts'
import { targetOfSession } from '@xinqiao/contract/im/scene.ts'
import { listStates } from '../../sync/changes.ts'
import type { NimCore } from '../core/core.ts'
import { presentSession, type NimStickTop } from './sessions.ts'

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
