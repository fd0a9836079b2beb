// Rows of the contract whose feature is not built yet. The list may only shrink: a test holds it against what is served.
import { meetings } from '@xinqiao/contract/http/meetings.ts'
import { meetingFee } from '@xinqiao/contract/http/membership.ts'

export const openCalls: readonly string[] = Object.keys({
  ...meetingFee,
  ...meetings,
})
