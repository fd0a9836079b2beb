// Endpoints of questions, which raise a crisis alert where a text sounds like danger.
import { raiseWrittenAlert } from '../im/chat.ts'
import { makeQuestionHandlers } from '../portal/qa/qa.ts'

export const questionHandlers = makeQuestionHandlers(raiseWrittenAlert)
