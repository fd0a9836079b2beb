// Typed API client of the interactive screens.
import { createHttpApi, createHttpReplies } from '@xinqiao/contract/http/client.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'

export const api = createHttpApi<Contract>()
/** Client that also returns the server's message, which portal.md 8 shows after an SMS was sent. */
export const replies = createHttpReplies<Contract>()
