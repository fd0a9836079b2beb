// Counsellors over HTTP, with the chat account behind each page.
import { ensureAccount } from '../im/auth/tokens.ts'
import { makeCounsellorHandlers } from '../portal/counsellors/calls.ts'

export const counsellorHandlers = makeCounsellorHandlers(ensureAccount)
