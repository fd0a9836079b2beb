// Entry file of Q&A: what other domains may use.
export { makeQuestionHandlers } from './handlers.ts'
export { makeStaffQuestionHandlers } from './staff-handlers.ts'
export { listSitemapQuestions } from './records/list-store.ts'
export { findQuestionText } from './records/store.ts'
