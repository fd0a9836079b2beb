// Endpoints of questions, which raise a crisis alert where a text sounds like danger.
import { raiseWrittenAlert } from '../im/care/store.ts'
import { makeQuestionHandlers } from '../portal/qa/handlers.ts'

export const questionHandlers = makeQuestionHandlers(raiseWrittenAlert)
