// Questions over HTTP, with the duty list of the other half for those that sound like somebody in danger.
import { raiseWrittenAlert } from '../im/care/store.ts'
import { makeQuestionHandlers } from '../portal/questions/calls.ts'

export const questionHandlers = makeQuestionHandlers(raiseWrittenAlert)
