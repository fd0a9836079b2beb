// Typed API client of the interactive screens.
import { httpApi, httpReplies } from '@xinqiao/contract/http/client.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'

export const api = httpApi<Contract>()
/** Client that also returns the server's message, which portal.md 8 shows after an SMS was sent. */
export const replies = httpReplies<Contract>()
