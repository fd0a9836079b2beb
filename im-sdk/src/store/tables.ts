// Names of the tables and indexes of the local database. The specification prescribes the names of the tables
// (messaging.md 3), and the databases of users have all of them. Code uses the names of these constants, which say what
// a table holds; imported as `tables`.

/** States of objects without their own table, and fields that only this device has. */
export const otherStates = 'kv'
/** One row: how far this device has synced. */
export const syncMarks = 'timetag'
export const blockedAndMuted = 'blacklist'
export const friends = 'friend'
export const users = 'user'
export const teams = 'team'
export const superTeams = 'superTeam'
/** Messages that the server stored, and those that a page saved. */
export const messages = 'msg'
/** Messages of the account that the server has not confirmed. */
export const unsentMessages = 'msg1'
export const systemMessages = 'sysMsg'
export const conversations = 'session'

const usedTables = [
  ...([otherStates, syncMarks, blockedAndMuted, friends, users, teams, superTeams] as const),
  ...([messages, unsentMessages, systemMessages, conversations] as const),
]
/** Tables that the specification prescribes and that stay empty. */
const emptyTables = [
  ...(['sessionsWithMoreRoaming', 'msgReadDetail', 'mutelist', 'teamMember', 'superTeamMember'] as const),
  ...(['broadcastMsg', 'sysMsgUnread', 'msgPin'] as const),
]
export const tableNames = [...usedTables, ...emptyTables]
export type TableName = (typeof tableNames)[number]

/** Key of the only row of `syncMarks`. */
export const syncMarksKey = 'sync'
/** Keys in `otherStates` of fields that only this device has begin with this. */
export const localFieldsPrefix = 'note '
/** Keys in `messages` of those that only this device has begin with this. */
export const localMessagePrefix = 'local-'

/** Indexes of `messages`. The last one holds only removed messages. */
export const positionIndex = 'place'
export const timeIndex = 'time'
export const idClientIndex = 'idClient'
export const removedIndex = 'isGone'
