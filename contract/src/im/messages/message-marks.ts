// Marks of a message that all who see the message see: quick comments (an emoji by its number) and pins.
import { z } from 'zod'
import { notice } from '../accounts/notify.ts'
import { Scene, Target } from './scene.ts'

export const markLimits = {
  custom: 512,
  commentsOfOne: 20,
  commentsOfAll: 1_000,
  pins: 100,
  commentedMessages: 20,
} as const

/** A message by its conversation, from the view of the caller. */
export const MessageRef = Target.extend({ idServer: notice.IdServer })
export type MessageRef = z.output<typeof MessageRef>
export const MarkCustom = z
  .string('custom必须是字符串')
  .max(markLimits.custom, `custom不能超过${markLimits.custom}个字符`)
/** Number of an emoji, whose meaning pages agree on (messaging.md 5). */
export const CommentBody = z
  .number('body只能是整数')
  .int('body只能是整数')
  .min(-(2 ** 31), 'body超出范围')
  .max(2 ** 31 - 1, 'body超出范围')

/** Identifies a message. Sender and receiver are the same for everyone who sees it. */
export const MessageIdentity = z.object({
  scene: Scene,
  from: z.string(),
  to: z.string(),
  time: z.number(),
  idServer: z.string(),
  idClient: z.string(),
})
export type MessageIdentity = z.output<typeof MessageIdentity>

export const QuickComment = z.object({ from: z.string(), body: z.number(), custom: z.string(), time: z.number() })
export type QuickComment = z.output<typeof QuickComment>

export const MessagePin = z.object({
  msg: MessageIdentity,
  pinFrom: z.string(),
  pinCustom: z.string(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type MessagePin = z.output<typeof MessagePin>
