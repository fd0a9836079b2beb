// Messages of a chatroom: sending, resending and history.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { describeIssue, imFail } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, MessageContent, type MessageType } from '@xinqiao/contract/im/messages/messages.ts'
import { callDone, passResult } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import { readGeo, type GeoInput } from '../nim/messages/messages.ts'
import { createIdClient } from '../base/create-id-client.ts'
import type { NimStatus } from '../nim/present/messages.ts'
import { pickDefined } from '../base/omit-undefined.ts'
import type { ChatroomResendOptions, ChatroomSendOptions } from './options.ts'
import { presentRoomMessage, type ChatroomMessage } from './present.ts'
import { toSendFailure, type RoomCore } from './room-core.ts'

export type RoomDraft = CommandInput<'chatroom.sendMsg'>
type RoomHistoryOptions = { timetag?: number; limit?: number; reverse?: boolean; msgTypes?: string[] }
type TagHistoryOptions = {
  tags: string[]
  types?: string[]
  fromTime?: number
  toTime?: number
  limit?: number
  reverse?: 0 | 1 | boolean
}
/** Some pages read `msgs`, others `obj.msgs`, which im-sdk-api.md names. */
type HistoryResult = { msgs: ChatroomMessage[]; obj: { msgs: ChatroomMessage[] } }
type WithRoomHistoryDone = WithDone<HistoryResult>

export function createRoomDraft(options: ChatroomSendOptions, content: object): RoomDraft {
  const carried = pickDefined(options, ['custom', 'subType', 'env', 'loc_x', 'loc_y', 'loc_z'])
  return {
    idClient: options.idClient ?? createIdClient(),
    content: { ...content, ...carried } as RoomDraft['content'],
    ...pickDefined(options, ['highPriority', 'notifyTargetTags', 'toAccids']),
  }
}

const deliveryOptions = ['beforesend', 'done', 'skipHistory', 'isHistoryable', 'resend'] as const
type DeliveryOptions = Pick<ChatroomSendOptions, (typeof deliveryOptions)[number]>
/** The options that `deliver` reads, for a caller that delivers later. */
export const readDeliveryOptions = (options: ChatroomSendOptions): DeliveryOptions =>
  pickDefined(options, deliveryOptions)

const unstoredMessage = '聊天室的消息都会保存在历史里，不能用skipHistory或isHistoryable关闭'

const typeCodeOf = (name: string) => chatMessageTypes[name as MessageType]

export function createRoomMessagesApi(core: RoomCore) {
  /** Drafts of failed messages, the only ones that may be resent. */
  const failedDrafts = new Map<string, RoomDraft>()

  function presentDraft(draft: RoomDraft, status: NimStatus, resend: boolean, time: number): ChatroomMessage {
    const { nick = '', avatar = '', custom = '' } = core.member ?? {}
    const sender = { from: core.account(), fromNick: nick, fromAvatar: avatar, fromCustom: custom, fromClientType: 16 }
    const msg = { chatroomId: core.options.chatroomId, ...sender, time, ...draft } as RoomMessage
    return presentRoomMessage(msg, core.account(), { status, resend })
  }

  async function requestSend(draft: RoomDraft): Promise<RoomMessage> {
    const parsed = MessageContent.safeParse(draft.content)
    if (!parsed.success) throw imFail('invalid', describeIssue(parsed.error.issues[0]!))
    const { msg } = await core.request('chatroom.sendMsg', draft).catch((error: unknown) => {
      throw toSendFailure(error)
    })
    core.seen.add(msg)
    return msg
  }

  /** Returns the message at once, as `sending`; `done` receives the stored one, or the same one as `fail`. */
  function deliver(draft: RoomDraft, options: DeliveryOptions): ChatroomMessage {
    const { beforesend, done, skipHistory = false, isHistoryable = true, resend = false } = options
    const isStored = !skipHistory && isHistoryable
    const time = Date.now()
    const pageMsg = presentDraft(draft, 'sending', resend, time)
    beforesend?.(pageMsg)
    void passResult(
      isStored ? requestSend(draft) : Promise.reject(imFail('invalid', unstoredMessage)),
      (msg) => {
        failedDrafts.delete(draft.idClient)
        done?.(null, presentRoomMessage(msg, core.account(), { resend }))
      },
      (error) => {
        if (isStored) failedDrafts.set(draft.idClient, draft)
        done?.(error, presentDraft(draft, 'fail', resend, time))
      },
    )
    return pageMsg
  }

  const send = (options: ChatroomSendOptions, content: object): ChatroomMessage =>
    deliver(createRoomDraft(options, content), options)

  async function fetchHistory(input: CommandInput<'chatroom.getHistory'>): Promise<HistoryResult> {
    const { msgs } = await core.request('chatroom.getHistory', input)
    const list = () => msgs.map((msg) => presentRoomMessage(msg, core.account()))
    return { msgs: list(), obj: { msgs: list() } }
  }

  const methods = {
    sendText: (options: ChatroomSendOptions & { text: string }): ChatroomMessage =>
      send(options, { type: chatMessageTypes.text, text: options.text }),
    sendCustomMsg: (options: ChatroomSendOptions & { content: string }): ChatroomMessage =>
      send(options, { type: chatMessageTypes.custom, content: options.content }),
    sendTipMsg: (options: ChatroomSendOptions & { tip: string }): ChatroomMessage =>
      send(options, { type: chatMessageTypes.tip, tip: options.tip }),
    sendGeo: (options: ChatroomSendOptions & { geo: GeoInput }): ChatroomMessage =>
      send(options, { type: chatMessageTypes.geo, geo: readGeo(options.geo) }),
    /** Fails: robots answer in conversations only. */
    sendRobotMsg(options: ChatroomSendOptions & { robotAccid?: string; content?: object }): ChatroomMessage {
      const draft = createRoomDraft(options, { type: chatMessageTypes.robot })
      const msg = presentDraft(draft, 'fail', false, Date.now())
      setTimeout(() => options.done?.(imFail('invalid', '聊天室里没有机器人'), msg))
      return msg
    },
    /** messaging.md 4: only failed messages; the same idClient prevents a duplicate. */
    resendMsg(options: ChatroomResendOptions): ChatroomMessage {
      const draft = failedDrafts.get(options.msg.idClient)
      if (!draft) throw imFail('invalid', 'only failed messages can be resent', { field: 'msg' })
      return deliver(draft, { resend: true, done: options.done })
    },
    /** Without `reverse`, messages before `timetag`, newest first; with it, later ones, oldest first. */
    getHistoryMsgs({
      timetag = 0,
      limit = 100,
      reverse = false,
      msgTypes = [],
      done,
    }: RoomHistoryOptions & WithRoomHistoryDone): void {
      const period = reverse ? { beginTime: timetag } : { endTime: timetag }
      callDone(done, () => fetchHistory({ ...period, limit, reverse, msgTypes: msgTypes.map(typeCodeOf) }))
    },
    getHistoryMsgsByTags({ tags, types = [], done, ...query }: TagHistoryOptions & WithRoomHistoryDone): void {
      const { fromTime: beginTime = 0, toTime: endTime = 0, limit = 100, reverse } = query
      const page = { beginTime, endTime, limit, reverse: Boolean(reverse) }
      callDone(done, () => fetchHistory({ ...page, tags, msgTypes: types.map(typeCodeOf) }))
    },
  }
  return { methods, deliver, presentDraft }
}
export type RoomMessagesApi = ReturnType<typeof createRoomMessagesApi>
