// Entry file of messages and sessions: what other folders may use.
export { eraseConversation, listErasable } from './erasure/erase.ts'
export { eraseDismissedTeam } from './erasure/erase-managed.ts'
export { eraseMessagesOfAccount } from './erasure/erase-account.ts'
export { eraseInTeam, eraseTeamMessage } from './erasure/erase-in-team.ts'
export { eraseExpiredPairs } from './erasure/erase-playground.ts'
export { createMsgHandlers } from './handlers.ts'
export { getHistory, getMessagesById } from './history/history.ts'
export { listNeighbours } from './team/neighbours.ts'
export { importMessages, type OldMessage } from './import/import.ts'
export { createModifiedReaders, rewriteMessage } from './modification/modification.ts'
export { selectSessions } from './records/session-store.ts'
export { writeCallMessage } from './send/call-message.ts'
export { writeServerMessage } from './send/server-message.ts'
export { removalReaders } from './removal/removal.ts'
export {
  selectPreservedTexts,
  selectCrisisMarks,
  selectTexts,
  selectTranscriptMessages,
} from './transcript/transcript-store.ts'
