// Entry file of Q&A: what other areas may use.
export { createStaffQuestionHandlers } from './staff-handlers.ts'
export { selectSitemapQuestions } from './records/list-store.ts'
export { selectQuestionTexts } from './records/store.ts'
