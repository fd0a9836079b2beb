// Endpoints of counsellors, with the chat account of each.
import { ensureAccount } from '../im/chat.ts'
import { makeCounsellorHandlers } from '../portal/counsellors/handlers.ts'

export const counsellorHandlers = makeCounsellorHandlers(ensureAccount)
