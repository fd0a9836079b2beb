// Q&A: what other domains may use.
export { makeQuestionHandlers } from './handlers.ts'
export { makeStaffQuestionHandlers } from './staff-handlers.ts'
export { listPages } from './records/list-store.ts'
export { findQuestionText } from './records/store.ts'
