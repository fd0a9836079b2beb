// The account's profile, and the accounts that it has blocked or muted. Loaded on first use.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { chatGenders, type Gender, type Relation } from '@xinqiao/contract/im/accounts/user.ts'
import { findState } from '../../sync/merge/changes.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone, RelationChange } from '../core/options.ts'
import { presentMark, presentUser, type NimMark, type NimUser } from '../present/people.ts'
import { pickDefined } from '../../base/omit-undefined.ts'

type AccountInput = { account: string }
type RelationChangeOptions = AccountInput & WithDone<RelationChange>
type MyInfoInput = Omit<CommandInput<'user.updateMyInfo'>['user'], 'gender'> & { gender?: Gender }
type NimRelation = NimMark & { isMuted: boolean; isBlack: boolean }

const presentRelation = (relation: Relation): NimRelation => ({
  ...presentMark(relation),
  isMuted: relation.isMuted,
  isBlack: relation.isBlacked,
})

export function createRelationsApi(core: Pick<NimCore, 'client' | 'serverUrl'>) {
  const { client } = core

  function markAccount(list: 'Blacklist' | 'Mutelist', isAdd: boolean, { account, done }: RelationChangeOptions): void {
    callDone(done, async () => {
      await client.request(`user.markIn${list}`, { account, isAdd })
      const updateTime = findState(client.store, 'relation', account)?.updateTime ?? 0
      return { account, isAdd, record: { account, updateTime } }
    })
  }

  return {
    updateMyInfo(options: MyInfoInput & WithDone<NimUser>): void {
      const { gender } = options
      const fields = {
        ...pickDefined(options, ['nick', 'avatar', 'sign', 'email', 'birth', 'tel', 'custom']),
        ...(gender && { gender: chatGenders[gender] ?? gender }),
      }
      callDone(options.done, () =>
        client.request('user.updateMyInfo', { user: fields }).then((reply) => presentUser(reply.user, core.serverUrl)),
      )
    },

    getRelations({ done }: WithDone<{ blacklist: NimRelation[]; mutelist: NimRelation[] }> = {}): void {
      callDone(done, async () => {
        const { relations } = await client.request('user.getRelations', {})
        return {
          blacklist: relations.filter(({ isBlacked }) => isBlacked).map(presentRelation),
          mutelist: relations.filter(({ isMuted }) => isMuted).map(presentRelation),
        }
      })
    },
    markInBlacklist: (options: RelationChangeOptions & { isAdd: boolean }): void =>
      markAccount('Blacklist', options.isAdd, options),
    addToBlacklist: (options: RelationChangeOptions): void => markAccount('Blacklist', true, options),
    removeFromBlacklist: (options: RelationChangeOptions): void => markAccount('Blacklist', false, options),
    markInMutelist: (options: RelationChangeOptions & { isAdd: boolean }): void =>
      markAccount('Mutelist', options.isAdd, options),
    addToMutelist: (options: RelationChangeOptions): void => markAccount('Mutelist', true, options),
    removeFromMutelist: (options: RelationChangeOptions): void => markAccount('Mutelist', false, options),
    /** messaging.md 3: true sends push notifications even while a desktop client is online. */
    updateDonnop({ donnop, done }: { donnop: boolean } & WithDone<null>): void {
      callDone(done, () => client.request('user.updateDonnop', { isPushedBesideDesktop: donnop }))
    },
  }
}
