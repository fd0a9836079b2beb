// Notices of new messages that the backend of an app receives for its push tokens: POST with a JSON body, signed with
// the headers of the server API.
import { z } from 'zod'

/** Any reply of 200 to 299 accepts the notice; 410 says that the token has ended. It holds nothing of the messages. */
export const AppPush = z.object({
  accid: z.string(),
  deviceId: z.string(),
  /** Name and token are those that the page gave to `updatePushToken`. */
  tokenName: z.string(),
  token: z.string(),
})
export type AppPush = z.output<typeof AppPush>
