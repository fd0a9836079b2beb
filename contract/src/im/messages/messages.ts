// Messages: types, required fields (messaging.md 3 and 5), draft and stored form. The SDK validates a draft by these
// rules before sending, and the server validates it again.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'
import {
  AnyFile,
  AudioFile,
  ImageFile,
  replaceFileAddresses,
  stripAccessParams,
  VideoFile,
} from '../files/file-messages.ts'
import { imFail } from '../errors.ts'
import { filledText, namedText } from '../named-text.ts'
import { RobotMessagePart } from '../robots/robot-answers.ts'
import { RobotQuestionParam } from '../robots/robot-messages.ts'
import { Scene, Target } from './scene.ts'
import { TeamNotice } from '../team/team-model.ts'

/** Codes of message types on the wire (messaging.md 3). */
export const chatMessageTypes = {
  text: 0,
  image: 1,
  audio: 2,
  video: 3,
  geo: 4,
  notification: 5,
  file: 6,
  tip: 10,
  robot: 11,
  g2: 12,
  custom: 100,
} as const
export type MessageType = keyof typeof chatMessageTypes

const typeNames = new Map(Object.entries(chatMessageTypes).map(([name, code]) => [code as number, name as MessageType]))
/** @throws ImFailure 414 for an unknown code, or the name of an unknown type */
export function messageTypeOf(code: number): MessageType {
  const name = typeNames.get(code)
  if (!name) throw imFail('invalid', `没有这种消息类型：${code}`, { field: 'type' })
  return name
}

export const messageLimits = { text: 5_000, content: 16_000, custom: 4_000, pushPayload: 2_000, title: 500 } as const

const Coordinate = z.number('loc 坐标必须是数字')

const Text = z.object({
  type: z.literal(chatMessageTypes.text),
  text: filledText(messageLimits.text, 'text'),
})
const Geo = z.object({
  type: z.literal(chatMessageTypes.geo),
  geo: z.object({
    lng: z.number('geo.lng必须是数字'),
    lat: z.number('geo.lat必须是数字'),
    title: namedText(messageLimits.title, 'geo.title'),
  }),
})
const Tip = z.object({ type: z.literal(chatMessageTypes.tip), tip: filledText(messageLimits.text, 'tip') })
const Custom = z.object({
  type: z.literal(chatMessageTypes.custom),
  /** Addresses of files in it lose the signature of the sender, as `file.url` does. */
  content: filledText(messageLimits.content, 'content').transform((content) =>
    replaceFileAddresses(content, stripAccessParams),
  ),
})
const Image = z.object({ type: z.literal(chatMessageTypes.image), file: ImageFile })
const Audio = z.object({ type: z.literal(chatMessageTypes.audio), file: AudioFile })
const Video = z.object({ type: z.literal(chatMessageTypes.video), file: VideoFile })
const File = z.object({ type: z.literal(chatMessageTypes.file), file: AnyFile })
/** `text`: what the conversation shows of the question. */
const robotFields = { type: z.literal(chatMessageTypes.robot), text: namedText(messageLimits.text, 'body') }
/** Record of a call. It has no texts of users. */
export const CallAttachment = z.object(
  {
    /** Audio or video, as a number of `channelTypes`. */
    type: z.number('attach.type必须是数字'),
    channelId: z.string('attach.channelId必须是字符串').regex(/^\d{1,15}$/, 'attach.channelId不正确'),
    status: z.number('attach.status必须是数字'),
    /** Seconds of each side; of a group call, those of its starter. */
    durations: z
      .array(z.object({ accid: Accid, duration: z.number('duration必须是数字') }), 'attach.durations必须是数组')
      .max(50, 'attach.durations不能超过50个'),
    /** How many took part in a group call. */
    people: z.number('attach.people必须是数字').optional(),
    /** True for a call that ended because one side was lost. */
    isLost: z.boolean().optional(),
  },
  'attach必须是对象',
)
export type CallAttachment = z.output<typeof CallAttachment>
/** The server writes the records of calls of the site. In apps, the pages write them. */
const CallRecord = z.object({ type: z.literal(chatMessageTypes.g2), attach: CallAttachment })
const contents = [Text, Geo, Tip, Custom, Image, Audio, Video, File, CallRecord] as const
/** Content that a client may send, by type. */
const SentContent = z.discriminatedUnion(
  'type',
  [...contents, z.object({ ...robotFields, robot: RobotQuestionParam })],
  '消息类型不正确',
)
/** Content that only the server writes. */
const Notification = z.object({ type: z.literal(chatMessageTypes.notification), attach: TeamNotice })
const RobotAnswer = z.object({ ...robotFields, robot: RobotMessagePart })
const AnyContent = z.discriminatedUnion('type', [...contents, RobotAnswer, Notification])

/** messaging.md 3: flags are sent as 0/1 and default to 1. */
const Flag = z.literal([0, 1], '标记只能是 0 或 1')
/** Every message is stored, shown on all devices and delivered later, so these flags cannot be switched off. */
export const fixedFlags = [
  'isHistoryable',
  'isRoamingable',
  'isSyncable',
  'isOfflinable',
  'cc',
  'needUpdateSession',
] as const
export const messageFlags = [
  'isHistoryable',
  'isRoamingable',
  'isSyncable',
  'isPushable',
  'isOfflinable',
  'isUnreadable',
  'needPushNick',
  'needMsgReceipt',
  'cc',
  'needUpdateSession',
] as const
export type MessageFlag = (typeof messageFlags)[number]
const isFixed = (name: MessageFlag): boolean => fixedFlags.some((fixed) => fixed === name)
const flags = Object.fromEntries(
  messageFlags.map((name) => {
    const rule = isFixed(name) ? Flag.refine((value) => value === 1, `${name}不能关闭`) : Flag
    return [name, rule.optional()]
  }),
) as Record<MessageFlag, z.ZodOptional<typeof Flag>>

/**
 * Refers to another message of the conversation: the one that this message replies to, or the first one of a thread.
 */
export const RelatedMessageRef = z.object({
  from: Accid,
  to: z.string().min(1).max(64),
  time: z.number(),
  idServer: z.string().min(1).max(64),
  idClient: z.string().min(1).max(64),
})
export type RelatedMessageRef = z.output<typeof RelatedMessageRef>

const extras = z.object({
  custom: namedText(messageLimits.custom, 'custom').optional(),
  subType: z
    .number('subType必须是大于0的整数')
    .int('subType必须是大于0的整数')
    .min(1, 'subType必须是大于0的整数')
    .optional(),
  pushContent: namedText(messageLimits.title, 'pushContent').optional(),
  pushPayload: namedText(messageLimits.pushPayload, 'pushPayload').optional(),
  /** Push notification that the sender asks for. The other side receives the request; the server sends none. */
  apns: z
    .object({
      accounts: z.array(Accid, 'apns.accounts必须是数组').max(200, 'apns.accounts不能超过200个').optional(),
      content: namedText(messageLimits.title, 'apns.content').optional(),
      forcePush: z.boolean('apns.forcePush必须是布尔值').optional(),
    })
    .optional(),
  /** The sender's name for the environment of its copies. The other side receives it; the server does not use it. */
  env: namedText(32, 'env').optional(),
  loc_x: Coordinate.optional(),
  loc_y: Coordinate.optional(),
  loc_z: Coordinate.optional(),
  reply: RelatedMessageRef.optional(),
  thread: RelatedMessageRef.optional(),
  ...flags,
})

/** The part of a message that is stored in its sealed body; all other fields are columns. */
export const MessageContent = z.intersection(SentContent, extras)
export type MessageContent = z.output<typeof MessageContent>
/** Content of a stored message, including that which only the server writes. */
const StoredContent = z.intersection(AnyContent, extras)
export type StoredContent = z.output<typeof StoredContent>

/** The sender creates it, and never uses it twice; it identifies a retry. */
export const IdClient = z.string('idClient必须是字符串').min(1, 'idClient不能为空').max(64, 'idClient过长')

/** File messages cannot be edited; they are sent again. */
export const modifiableTypes: readonly number[] = [
  chatMessageTypes.text,
  chatMessageTypes.geo,
  chatMessageTypes.tip,
  chatMessageTypes.custom,
]

export const MessageDraft = Target.extend({
  idClient: IdClient,
  content: MessageContent,
})
export type MessageDraft = z.output<typeof MessageDraft>

export const WireMessage = z.object({
  scene: Scene,
  from: z.string(),
  to: z.string(),
  fromClientType: z.number(),
  fromDeviceId: z.string(),
  idClient: z.string(),
  idServer: z.string(),
  /** Position in the conversation: 1, 2, 3 … without gaps, the same for both sides. */
  seq: z.number(),
  /** Milliseconds; strictly increasing within a conversation, so that a time identifies a position. */
  time: z.number(),
  /** Time of the sender's last edit; absent without edits. */
  modifyTime: z.number().optional(),
  /** True when the content was destroyed; a notice of the server replaces it. Clients cannot set it. */
  isErased: z.boolean().optional(),
  /** True for a message imported from another service: history, which a device does not announce. */
  isImported: z.boolean().optional(),
  /** Number of readable messages in the team up to this one, of all members and of the sender. */
  readable: z.number().optional(),
  senderReadable: z.number().optional(),
  content: StoredContent,
})
export type WireMessage = z.output<typeof WireMessage>
