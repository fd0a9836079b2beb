// Rows of the contract whose feature is not built yet. The list may only shrink: a test holds it against what is served.
import { counsellors } from '@xinqiao/contract/http/counsellors.ts'
import { exams } from '@xinqiao/contract/http/exams.ts'
import { meetings } from '@xinqiao/contract/http/meetings.ts'
import { meetingFee } from '@xinqiao/contract/http/membership.ts'
import { messages } from '@xinqiao/contract/http/messages.ts'
import { questions } from '@xinqiao/contract/http/questions.ts'

export const openCalls: readonly string[] = Object.keys({
  ...meetingFee,
  ...questions,
  ...counsellors,
  ...messages,
  ...meetings,
  ...exams,
})
