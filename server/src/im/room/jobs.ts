// Jobs of chatrooms.
import type { Job } from '../../kit/jobs.ts'
import { deleteEndedMutes } from './records/member-store.ts'
import { deleteOldMessages } from './records/message-store.ts'

export const roomJobs: readonly Job[] = [
  { name: 'old messages of chatrooms', everySeconds: 3600, run: ({ sql }) => deleteOldMessages(sql) },
  { name: 'ended mutes of chatrooms', everySeconds: 3600, run: ({ sql }) => deleteEndedMutes(sql) },
]
