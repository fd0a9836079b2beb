// Columns of the profile of an account: users of the site appear under their alias, or under a name of the room.
import { roles } from '@xinqiao/contract/roles.ts'
import { defaultRoomName } from '@xinqiao/contract/lectures.ts'
import type { Db } from '../../../kit/db/db.ts'

/** Shown name of a row `n` of `im_room_name`. */
export const shownName = (db: Db) => db`coalesce(n.nick, ${defaultRoomName} || n.id)`

/** A room with names of its own: its id, or a column with it. */
type NamingRoom = number | ReturnType<Db>

export const profileColumns = (db: Db, roomId: NamingRoom | null = null) => db`
  a.accid,
  ${
    roomId === null
      ? db``
      : db`coalesce(
    (select ${shownName(db)} from im_room_name n where n.room_id = ${roomId} and n.im_account_id = a.id),`
  }
  case when u.alias <> '' and account.role_id is distinct from ${roles.counsellor} then u.alias
    else coalesce(u.nick, '') end ${roomId === null ? db`` : db`)`} as nick,
  case when u.alias <> '' and account.role_id is distinct from ${roles.counsellor} then ''
    else coalesce(u.avatar, '') end as avatar`
export const joinProfile = (db: Db) => db`
  left join im_user u on u.im_account_id = a.id left join account on account.id = a.account_id`
