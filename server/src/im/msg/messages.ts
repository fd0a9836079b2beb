// Entry file of messages and sessions: what other folders may use.
export { eraseConversation, listErasable } from './erasure/erase.ts'
export { createMsgHandlers } from './handlers.ts'
export { getHistory } from './history/history.ts'
export { importMessages, type OldMessage } from './import/import.ts'
export { createModifiedReaders } from './modification/modification.ts'
export { listSessions } from './records/session-store.ts'
export { removalReaders } from './removal/removal.ts'
export { listKeptTexts, listMarks, listTexts, listTranscriptMessages } from './transcript/transcript-store.ts'
