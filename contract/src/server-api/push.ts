// Notices that the backend of an app receives for its push tokens: POST with a JSON body, signed with the headers of
// the server API.
import { z } from 'zod'
import { PushInfo } from '../im/signalling/signalling-model.ts'

/** Any reply of 200 to 299 accepts the notice; 410 says that the token has ended. It holds nothing of the messages. */
export const AppPush = z.object({
  /** `messages` for unread messages, `call` for an invitation to a call. */
  kind: z.enum(['messages', 'call']),
  accid: z.string(),
  deviceId: z.string(),
  /** Name and token are those that the page gave to `updatePushToken`. */
  tokenName: z.string(),
  token: z.string(),
  /** The invitation, with the texts of `pushInfo` as the caller wrote them; absent for messages. */
  call: PushInfo.omit({ needPush: true })
    .extend({ from: z.string(), channelId: z.string(), requestId: z.string() })
    .optional(),
})
export type AppPush = z.output<typeof AppPush>
