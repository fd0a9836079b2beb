// Pinned sessions (`stickTop` on the wire), in the form that pages read.
import type { StickTop } from '@xinqiao/contract/im/messages/extend.ts'
import { targetOfSession } from '@xinqiao/contract/im/messages/scene.ts'
import { listLatestStates } from '../../sync/merge/changes.ts'
import type { PresenterContext } from './presenter-context.ts'
import { presentSession, type NimStickTop } from './sessions.ts'

/** A session can be pinned before its first message. */
export function presentStickTop(context: PresenterContext, state: StickTop): NimStickTop {
  const conversation = context.store.conversations.get(state.id)
  return {
    ...targetOfSession(state.id),
    ...(conversation && presentSession(conversation, context)),
    ...state,
  }
}

export const listStickTops = (context: PresenterContext): NimStickTop[] =>
  listLatestStates(context.store, 'stickTop')
    .filter(({ isTop }) => isTop)
    .map((state) => presentStickTop(context, state))
