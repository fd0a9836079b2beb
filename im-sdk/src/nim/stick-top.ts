// Sticky sessions.
import type { StickTop } from '@xinqiao/contract/im/extend.ts'
import { peerOfSession } from '@xinqiao/contract/im/scene.ts'
import { thingOf, thingsOf } from '../sync/changes.ts'
import { tell, viewOf, type NimCore } from './core.ts'
import type { Done } from './options.ts'
import { presentSession, type NimStickTop } from './present.ts'
import { NimRecalls } from './recall.ts'

type TopOptions = { id: string; topCustom?: string; done?: Done<{ stickTopSession: NimStickTop }> }

/** A session may be sticky before its first message. */
export function presentStickTop(nim: NimCore, state: StickTop): NimStickTop {
  const to = peerOfSession(state.id)
  const conversation = nim.client.store.conversations.get(to)
  return { scene: 'p2p', to, ...(conversation && presentSession(conversation, viewOf(nim))), ...state }
}

export const listStickTops = (nim: NimCore): NimStickTop[] =>
  thingsOf(nim.client.store, 'stickTop')
    .filter(({ isTop }) => isTop)
    .map((state) => presentStickTop(nim, state))

export class NimStickTops extends NimRecalls {
  getStickTopSessions({ done }: { done?: Done<NimStickTop[]> } = {}): void {
    done?.(null, listStickTops(this))
  }
  addStickTopSession({ id, topCustom = '', done }: TopOptions): void {
    tell(
      this.client.request('msgExtend.addStickTopSession', { id, topCustom }).then(() => this.stickTopOf(id)),
      done,
    )
  }
  updateStickTopSession({ id, topCustom = '', done }: TopOptions): void {
    tell(
      this.client.request('msgExtend.updateStickTopSession', { id, topCustom }).then(() => this.stickTopOf(id)),
      done,
    )
  }
  deleteStickTopSession({ id, done }: TopOptions): void {
    tell(
      this.client.request('msgExtend.deleteStickTopSession', { id }).then(() => this.stickTopOf(id)),
      done,
    )
  }

  private stickTopOf(id: string): { stickTopSession: NimStickTop } {
    const never = { id, topCustom: '', isTop: false, createTime: 0, updateTime: 0 }
    return { stickTopSession: presentStickTop(this, thingOf(this.client.store, 'stickTop', id) ?? never) }
  }
}
