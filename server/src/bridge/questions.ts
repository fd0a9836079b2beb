// Endpoints of questions, which raise a crisis alert where a text sounds like danger. A renamed domain changes the texts by
// which counsellors are found.
import { raiseWrittenAlert } from '../im/chat.ts'
import { rebuildSearchTextsOfDomain } from '../portal/counsellors/search-text.ts'
import { makeQuestionHandlers, makeStaffQuestionHandlers } from '../portal/qa/qa.ts'

export const questionHandlers = makeQuestionHandlers(raiseWrittenAlert)
export const staffQuestionHandlers = makeStaffQuestionHandlers(rebuildSearchTextsOfDomain)
