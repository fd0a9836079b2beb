// Wire format of users and relations, and the public part of a profile.
import type { Relation, ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import type { RelationRow, UserRow } from './store.ts'

/** Private fields, sealed in the database. */
export type PrivateInfo = Pick<ChatUser, 'email' | 'birth' | 'tel'>
const emptyPrivateInfo: PrivateInfo = { email: '', birth: '', tel: '' }

type SealedRow = Pick<UserRow, 'im_account_id' | 'sealed'>
export const openPrivate = (secrets: Secrets, { im_account_id: imId, sealed }: SealedRow): PrivateInfo =>
  sealed.length === 0
    ? emptyPrivateInfo
    : (JSON.parse(secrets.open(sealed, sealBindings.chatProfile(imId))) as PrivateInfo)
export const sealPrivate = (secrets: Secrets, imId: number, { email, birth, tel }: PrivateInfo): Buffer =>
  secrets.seal(JSON.stringify({ email, birth, tel }), sealBindings.chatProfile(imId))

/** An account with an alias shows only the alias, because counsellors must not learn the identity of clients. */
export function presentUser(secrets: Secrets, row: UserRow, viewerId: number): ChatUser {
  const isSelf = row.im_account_id === viewerId
  const isHidden = !isSelf && row.alias !== ''
  const profile = isHidden ? { nick: row.alias, avatar: '', sign: '', gender: 0, custom: '' } : row
  return {
    account: row.accid,
    nick: profile.nick,
    avatar: profile.avatar,
    sign: profile.sign,
    gender: profile.gender,
    ...(isSelf ? openPrivate(secrets, row) : emptyPrivateInfo),
    custom: profile.custom,
    // hides the times, because they can reveal the person when the account was created for a group
    createTime: isHidden ? 0 : row.created_at.getTime(),
    updateTime: isHidden ? 0 : row.update_time,
  }
}

export const presentRelation = (row: RelationRow): Relation => ({
  account: row.accid,
  isBlacked: row.is_blacked,
  isMuted: row.is_muted,
  createTime: row.create_time,
  updateTime: row.update_time,
})
