// One alert of the duty list, and the sources of its texts.
import { z } from 'zod'
import { alertOutcomes, alertStates, crisisLevels, type AlertOutcome, type AlertState } from '../../crisis.ts'
import { keysOf } from '../../keys.ts'
import { Time } from '../endpoint.ts'

export const CrisisAlert = z.object({
  id: z.number(),
  level: z.enum(crisisLevels),
  state: z.enum(keysOf<AlertState>(alertStates)),
  hits: z.number(),
  createTime: Time,
  /** Time of the last message that raised it. */
  messageTime: Time,
  writerName: z.string(),
  /** The app of the writer's account; null for an account of the site. */
  appName: z.string().nullable(),
  /** Masked phone number; empty for an anonymous question, and for an account of an app. */
  writerPhone: z.string(),
  /** The recipient, or the place where the text was published. */
  peerName: z.string(),
  /** The question that raised the alert; null for other sources, such as messages and booking notes. */
  questionId: z.number().nullable(),
  bookingId: z.number().nullable(),
  /** The lecture in whose chatroom the text was written. */
  lectureId: z.number().nullable(),
  takenBy: z.string(),
  isMine: z.boolean(),
  /** True when the follower has not looked at new texts, or at a call of a counsellor. */
  isUnseen: z.boolean(),
  unseenHits: z.number(),
  /** True until the follower has opened an alert that was handed over. */
  isHandedOver: z.boolean(),
  /** True when the follower did not look in time. A colleague may then claim the alert. */
  isOverdue: z.boolean(),
  /** Waiting time until the alert was claimed; for an unclaimed one, until now. */
  waitedSeconds: z.number(),
  /** Time of the latest protocol step by which a counsellor called the duty staff. */
  dutyCallTime: Time.nullable(),
  /** Time of the latest call that the writer dropped, and to which they did not come back within a minute. */
  dropTime: Time.nullable(),
  /** The next day to contact the writer. */
  followUpOn: z.string().nullable(),
  isDrill: z.boolean(),
  outcome: z.enum(keysOf<AlertOutcome>(alertOutcomes)).nullable(),
})
export type CrisisAlert = z.output<typeof CrisisAlert>

/** One text that raised or joined the alert, or the conversation with several of them (`hits`). */
export const CrisisSignal = z.object({
  id: z.number(),
  level: z.enum(crisisLevels),
  hits: z.number(),
  time: Time,
  place: z.string(),
  questionId: z.number().nullable(),
  bookingId: z.number().nullable(),
  lectureId: z.number().nullable(),
  /** The page of the console for the group: that of an association's group, or of a group of accounts. */
  group: z.object({ kind: z.enum(['peer', 'account']), id: z.number() }).nullable(),
})
export type CrisisSignal = z.output<typeof CrisisSignal>

/** The guardian of a minor or the contact of an adult, from a booking of the writer. */
export const EmergencyContact = z.object({
  name: z.string(),
  phone: z.string(),
  isGuardian: z.boolean(),
  /** Day of the booking. */
  writtenOn: z.string(),
})
export type EmergencyContact = z.output<typeof EmergencyContact>
