// Chatrooms: the room, its members, its messages and its notices. A room is outside of the sync (decision 025).
import { z } from 'zod'
import { Accid, AppKeyOfLogin, ClientType, DeviceId, OptionalAccid, OptionalToken } from '../accounts/auth.ts'
import { QueueChange } from './chatroom-queue.ts'
import { chatMessageTypes, IdClient, MessageContent } from '../messages/messages.ts'
import { namedText } from '../named-text.ts'
import { Timestamp } from '../messages/scene.ts'

export const ChatroomId = z.string('chatroomId必须是字符串').regex(/^\d{1,15}$/, 'chatroomId不正确')

export const chatroomLimits = {
  name: 128,
  announcement: 4_096,
  url: 1_024,
  custom: 4_096,
  nick: 64,
  /** im-sdk-api.md, figures: tags of a visitor, and the characters of each. */
  tags: 10,
  tag: 32,
  tagExpression: 1_000,
  /** Tags in an expression, which is evaluated for each visitor. */
  expressionTags: 20,
  /** Maximum number of accounts in one look-up (im-sdk-api.md, figures). */
  accounts: 20,
  memberPage: 100,
  historyPage: 100,
  /** Maximum number of connections of an account in one room. */
  connections: 10,
  /** Maximum number of accounts that a targeted message names. */
  toAccids: 100,
  /** Messages of ordinary priority that a node passes to a room in a second. */
  messagesPerSecond: 50,
  /** Notices of entering and leaving that a node passes to a room in a second. */
  visitsPerSecond: 10,
} as const

/** im-sdk-api.md, chatroom.member: the kinds of members as pages name them. */
export const roomMemberTypes = ['owner', 'manager', 'common', 'restricted', 'guest', 'anonymous'] as const
export type RoomMemberType = (typeof roomMemberTypes)[number]

export const RoomInfo = z.object({
  id: z.string(),
  name: z.string(),
  announcement: z.string(),
  broadcastUrl: z.string(),
  custom: z.string(),
  createTime: z.number(),
  updateTime: z.number(),
  queuelevel: z.number(),
  creator: z.string(),
  onlineMemberNum: z.number(),
  /** True when only the creator and the managers may write. */
  mute: z.boolean(),
})
export type RoomInfo = z.output<typeof RoomInfo>

export const RoomMember = z.object({
  chatroomId: z.string(),
  account: z.string(),
  type: z.enum(roomMemberTypes),
  level: z.number(),
  nick: z.string(),
  avatar: z.string(),
  custom: z.string(),
  online: z.boolean(),
  /** True for a visitor without a stored role. */
  guest: z.boolean(),
  enterTime: z.number(),
  blacked: z.boolean(),
  gaged: z.boolean(),
  valid: z.boolean(),
  updateTime: z.number(),
  tempMuted: z.boolean(),
  /** Seconds that are left of a temporary mute. */
  tempMuteDuration: z.number(),
  tags: z.array(z.string()),
})
export type RoomMember = z.output<typeof RoomMember>

export const roomNoticeTypes = [
  ...(['memberEnter', 'memberExit', 'updateMemberInfo', 'updateTags', 'updateChatroom', 'closeChatroom'] as const),
  ...(['addManager', 'removeManager', 'addCommon', 'removeCommon', 'kickMember'] as const),
  ...(['blackMember', 'unblackMember', 'gagMember', 'ungagMember'] as const),
  ...(['addTempMute', 'removeTempMute', 'addTempMuteTag', 'removeTempMuteTag'] as const),
  ...(['updateQueue', 'batchUpdateQueue', 'muteRoom', 'unmuteRoom', 'deleteChatroomMsg'] as const),
] as const
export type RoomNoticeType = (typeof roomNoticeTypes)[number]

/** Content of a notification, written by the server. */
export const RoomNotice = z.object({
  type: z.enum(roomNoticeTypes),
  /** The account that acts, and its nick in the room. */
  from: z.string(),
  fromNick: z.string(),
  /** The accounts concerned, and their nicks. */
  to: z.array(z.string()).optional(),
  toNick: z.array(z.string()).optional(),
  custom: z.string().optional(),
  /** Seconds of a temporary mute, and the tag that it concerns. */
  duration: z.number().optional(),
  tag: z.string().optional(),
  /** The fields of the room that have changed. */
  chatroom: RoomInfo.partial().optional(),
  tags: z.array(z.string()).optional(),
  /** The change in `updateQueue` and `batchUpdateQueue`. */
  queueChange: QueueChange.optional(),
  /** The client id and the time of the message that was deleted. */
  msgId: z.string().optional(),
  msgTime: z.number().optional(),
})
export type RoomNotice = z.output<typeof RoomNotice>

export const Tag = namedText(chatroomLimits.tag, 'tag').min(1, 'tag不能为空')
export const Tags = z.array(Tag, 'tags必须是数组').max(chatroomLimits.tags, 'tags不能超过10个')

/** Combines the tags of visitors: `{"tag": "a"}`, or `and`, `or` and `not` of such objects. */
export type TagExpression =
  | { tag: string }
  | { and: TagExpression[] }
  | { or: TagExpression[] }
  | { not: TagExpression }
const maxExpressionDepth = 5

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of `and` and `or` are a list, or the values of an object, such as `exp1` and `exp2`. */
function readParts(value: unknown, depth: number): TagExpression[] | null {
  const values = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  const parts = values.map((part) => readExpression(part, depth))
  return parts.length > 0 && parts.every((part) => part !== null) ? parts : null
}

function readExpression(value: unknown, depth = 1): TagExpression | null {
  if (!isObject(value) || depth > maxExpressionDepth) return null
  const [key, ...others] = Object.keys(value)
  if (key === undefined || others.length > 0) return null
  if (key === 'tag') {
    const { data: tag } = Tag.safeParse(value['tag'])
    return tag === undefined || tag.includes('\0') || !tag.isWellFormed() ? null : { tag }
  }
  if (key === 'not') {
    const not = readExpression(value['not'], depth + 1)
    return not && { not }
  }
  const parts = readParts(value[key], depth + 1)
  if (key === 'and') return parts && { and: parts }
  return key === 'or' ? parts && { or: parts } : null
}

const countTags = (expression: TagExpression): number => {
  if ('tag' in expression) return 1
  if ('not' in expression) return countTags(expression.not)
  return ('and' in expression ? expression.and : expression.or).reduce((sum, part) => sum + countTags(part), 0)
}

/** @returns null for an invalid expression */
export function parseTagExpression(text: string): TagExpression | null {
  try {
    const expression = readExpression(JSON.parse(text))
    return expression && countTags(expression) <= chatroomLimits.expressionTags ? expression : null
  } catch {
    return null
  }
}

export function matchesTags(expression: TagExpression, tags: readonly string[]): boolean {
  if ('tag' in expression) return tags.includes(expression.tag)
  if ('not' in expression) return !matchesTags(expression.not, tags)
  return 'and' in expression
    ? expression.and.every((part) => matchesTags(part, tags))
    : expression.or.some((part) => matchesTags(part, tags))
}

/** The tags that an expression asks for, without those that it excludes. */
export function listWantedTags(expression: TagExpression): string[] {
  if ('tag' in expression) return [expression.tag]
  if ('not' in expression) return []
  return [...new Set(('and' in expression ? expression.and : expression.or).flatMap(listWantedTags))]
}

/** Receivers by their tags; empty for all. */
export const TargetTags = namedText(chatroomLimits.tagExpression, 'notifyTargetTags').refine(
  (text) => text === '' || parseTagExpression(text) !== null,
  'notifyTargetTags不正确',
)
export const NotifyTargetTags = TargetTags.default('')

/** Where a visitor is, and up to which distance messages with coordinates reach them. */
export const RoomPosition = z.object({
  x: z.number('loc_x必须是数字'),
  y: z.number('loc_y必须是数字'),
  z: z.number('loc_z必须是数字'),
  distance: z.number('distance必须是数字').min(0, 'distance不能小于0'),
})
export type RoomPosition = z.output<typeof RoomPosition>

const visitorTexts = {
  nick: namedText(chatroomLimits.nick, 'chatroomNick').default(''),
  avatar: namedText(chatroomLimits.url, 'chatroomAvatar').default(''),
  custom: namedText(chatroomLimits.custom, 'chatroomCustom').default(''),
}

export const RoomLogin = z.object({
  appKey: AppKeyOfLogin,
  chatroomId: ChatroomId,
  /** Account and token are empty for an anonymous visitor. */
  account: OptionalAccid.default(''),
  token: OptionalToken.default(''),
  deviceId: DeviceId,
  clientType: ClientType,
  ...visitorTexts,
  /** Passed to the others with the notice of entering. */
  enterCustom: namedText(chatroomLimits.custom, 'chatroomEnterCustom').default(''),
  tags: Tags.default([]),
  /** The receivers of the notices of entering and leaving. */
  notifyTargetTags: NotifyTargetTags,
  place: RoomPosition.nullable().default(null),
  /** The time of the last message that a returning page may have; 0 for its first visit. */
  since: Timestamp.default(0),
})

/** Ways to mark a member, by the names of im-sdk-api.md. */
export const roomMarks = ['manager', 'common', 'blacklist', 'gaglist'] as const
export type RoomMemberMark = (typeof roomMarks)[number]

/** Free content that goes with a notice. */
export const RoomNoticeCustom = namedText(chatroomLimits.custom, 'custom').default('')
/** Seconds of a temporary mute; 0 ends it. */
export const MuteDuration = z
  .number('duration必须是数字')
  .int('duration必须是整数')
  .min(0, 'duration不能小于0')
  .max(30 * 86_400, 'duration不能超过30天')
export const MemberPage = z.object({
  /** The page continues before this time of the last member; 0 for the first page. */
  time: z.number('time必须是数字').int('time必须是整数').min(0, 'time不能小于0').default(0),
  limit: z
    .number('limit必须是数字')
    .int('limit必须是整数')
    .min(1, 'limit不能小于1')
    .max(100, 'limit不能超过100')
    .default(100),
})
export const RoomAccounts = z
  .array(Accid, 'accounts必须是数组')
  .min(1, 'accounts不能为空数组')
  .max(20, 'accounts不能超过20个')
export const MyRoomInfo = z.object({
  nick: namedText(chatroomLimits.nick, 'nick').min(1, 'nick不能为空').optional(),
  avatar: namedText(chatroomLimits.url, 'avatar').optional(),
  custom: namedText(chatroomLimits.custom, 'custom').optional(),
  needNotify: z.boolean('needNotify必须是布尔值').default(false),
  /** Text of the page, which the other visitors receive with the notice. */
  notifyCustom: RoomNoticeCustom,
  /** True to keep the changes for later visits, which applies to stored members. */
  needSave: z.boolean('needSave必须是布尔值').default(false),
})
export const RoomFields = z.object({
  name: namedText(chatroomLimits.name, 'name').min(1, 'name不能为空').optional(),
  announcement: namedText(chatroomLimits.announcement, 'announcement').optional(),
  broadcastUrl: namedText(chatroomLimits.url, 'broadcastUrl').optional(),
  custom: namedText(chatroomLimits.custom, 'custom').optional(),
  queuelevel: z.literal([0, 1], 'queuelevel只能是0或1').optional(),
})

export const RoomDraft = z.object({
  idClient: IdClient,
  content: MessageContent,
  /** Always delivered. Only the creator and the managers may set it. */
  highPriority: z.boolean('highPriority必须是布尔值').default(false),
  notifyTargetTags: NotifyTargetTags,
  /**
   * Only these accounts receive the message, and the history does not keep it. Only the creator and the managers may
   * set it, so that it is no private chat without the rules of private chats.
   */
  toAccids: z.array(Accid, 'toAccids必须是数组').max(chatroomLimits.toAccids, 'toAccids不能超过100个').default([]),
})

const RoomNotification = z.object({ type: z.literal(chatMessageTypes.notification), attach: RoomNotice })
export type RoomNotification = z.output<typeof RoomNotification>

export const RoomMessage = z.object({
  chatroomId: z.string(),
  idClient: z.string(),
  from: z.string(),
  fromNick: z.string(),
  fromAvatar: z.string(),
  fromCustom: z.string(),
  fromClientType: z.number(),
  /** Milliseconds; strictly increasing within a room, so that a time identifies a stored message. */
  time: z.number(),
  content: z.union([RoomNotification, MessageContent]),
  highPriority: z.boolean().optional(),
  notifyTargetTags: z.string().optional(),
  toAccids: z.array(z.string()).optional(),
  /** The sender moderated the room at the time of the message. Only in rooms that name their visitors. */
  isFromModerator: z.boolean().optional(),
})
export type RoomMessage = z.output<typeof RoomMessage>
