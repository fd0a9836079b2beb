// The calls of the interactive screens, typed by the contract.
import { httpApi, httpReplies } from '@xinqiao/contract/http/client.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'

export const api = httpApi<Contract>()
/** The same calls with the server's sentence, which portal.md 8 wants shown after an SMS was sent. */
export const replies = httpReplies<Contract>()
