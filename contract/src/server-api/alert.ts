// Crisis alerts that the backend of an app receives: POST with a JSON body, signed with the headers of the server API.
import { z } from 'zod'
import { crisisLevels } from '../crisis.ts'

/** Any reply of 200 to 299 accepts the alert. It may come more than once, with the same `id`. */
export const AppAlert = z.object({
  id: z.string(),
  accid: z.string(),
  level: z.enum(crisisLevels),
  /** Time of the message in milliseconds. */
  time: z.number(),
  /** The conversation as the writer's pages name it; null for a text outside of conversations. */
  sessionId: z.string().nullable(),
  /** `idServer`; null for a text that was not stored as a message. */
  messageId: z.string().nullable(),
})
export type AppAlert = z.output<typeof AppAlert>
