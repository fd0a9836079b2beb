// SQL of nicknames, for the groups of the site.
import type { Db } from '../kit/db/db.ts'

/** The nickname of the account `a`; null while it is the name for signing in, as it is after registration. */
export const selectChosenNickname = (db: Db) => db`
  case when a.nickname <> '' and lower(a.nickname) <> lower(a.username) then a.nickname end`
