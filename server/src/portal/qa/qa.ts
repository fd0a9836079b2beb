// Entry file of Q&A: what other domains may use.
export { createQuestionHandlers } from './handlers.ts'
export { createStaffQuestionHandlers } from './staff-handlers.ts'
export { listSitemapQuestions } from './records/list-store.ts'
export { listQuestionTexts } from './records/store.ts'
