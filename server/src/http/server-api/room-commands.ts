// The calls of the server API that run commands of a chatroom, as if an account of the app were in the room.
import type { RoomMember, RoomMemberType, RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ServerCallInput, ServerCallOutput } from '@xinqiao/contract/server-api/server-api.ts'
import type { roomCommandCalls } from '@xinqiao/contract/server-api/rooms.ts'
import { createBackendVisit, requireManagedRoom, type RoomRow } from '../../im/chat.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { presentBody, buildContent } from './contents.ts'
import { presentServerRoom } from './rooms.ts'
import type { CallRunner } from './run.ts'

type RoomCommandCall = keyof typeof roomCommandCalls
type RoomCommandHandlers = {
  [K in RoomCommandCall]: (input: ServerCallInput<K>, appId: number) => Promise<ServerCallOutput<K>>
}

const memberTypes = {
  owner: 'CREATOR',
  manager: 'MANAGER',
  common: 'COMMON',
  restricted: 'LIMITED',
  guest: 'TEMPORARY',
  anonymous: 'TEMPORARY',
} as const satisfies Record<RoomMemberType, string>
/** Marks by `opt`. */
const marks = { 1: 'manager', 2: 'common', '-1': 'blacklist', '-2': 'gaglist' } as const

type ServerApiRoomMember = ServerCallOutput<'chatroom/membersByPage'>['desc']['data'][number]
const presentRoomMember = (member: RoomMember): ServerApiRoomMember => ({
  roomid: Number(member.chatroomId),
  accid: member.account,
  nick: member.nick,
  avator: member.avatar,
  ext: member.custom,
  type: memberTypes[member.type],
  level: member.level,
  blacklisted: member.blacked,
  muted: member.gaged,
  tempMuted: member.tempMuted,
  tempMuteTtl: member.tempMuteDuration,
  updateTime: member.updateTime,
})

/** Reads the content of a text or tip, which backends write as it is, or as `{"msg": …}`. */
function readAttach(type: number, attach: string): string {
  if (type !== chatMessageTypes.text && type !== chatMessageTypes.tip) return attach
  try {
    if (typeof (JSON.parse(attach) as { msg?: unknown } | null)?.msg === 'string') return attach
  } catch {
    // `attach` is no JSON, so it is the text itself
  }
  return JSON.stringify({ msg: attach })
}

const presentRoomMessage = ({ from, fromNick, fromAvatar, idClient, time, content }: RoomMessage) => ({
  from,
  fromNick,
  fromAvator: fromAvatar,
  msgid: idClient,
  sendtime: time,
  type: content.type,
  body: content.type === chatMessageTypes.notification ? content.attach : presentBody(content),
  ...('custom' in content && content.custom !== undefined && { ext: content.custom }),
})

export function createRoomCommandCalls({
  kit: { sql },
  contextFor,
  senderContextFor,
  runCommand,
}: CallRunner): RoomCommandHandlers {
  const enterRoom = async (ctx: ImCtx, { id }: RoomRow): Promise<ImCtx> => ({
    ...ctx,
    room: await createBackendVisit(sql, id, ctx.viewer),
  })
  async function enterAs(appId: number, roomid: number, accid: string): Promise<ImCtx> {
    const ctx = await contextFor(appId, accid)
    return enterRoom(ctx, await requireManagedRoom(sql, appId, roomid))
  }
  async function enterAsCreator(appId: number, roomid: number): Promise<ImCtx> {
    const room = await requireManagedRoom(sql, appId, roomid)
    return enterRoom(await contextFor(appId, room.creator), room)
  }

  return {
    async 'chatroom/sendMsg'(input, appId) {
      const { roomid, msgId: idClient, fromAccid, msgType: type, attach, ext, highPriority, notifyTargetTags } = input
      const sender = await senderContextFor(appId, fromAccid)
      const ctx = await enterRoom(sender, await requireManagedRoom(sql, appId, roomid))
      const content = buildContent({ type, body: readAttach(type, attach), ext }) as never
      const { msg } = await runCommand('chatroom.sendMsg', { idClient, content, highPriority, notifyTargetTags }, ctx)
      return {
        desc: {
          time: `${msg.time}`,
          msgid_client: msg.idClient,
          fromClientType: 'REST',
          attach,
          roomId: `${roomid}`,
          fromAccount: msg.from,
          fromNick: msg.fromNick,
          fromAvator: msg.fromAvatar,
          type: `${type}`,
          ext: ext ?? '',
        },
      }
    },
    async 'chatroom/setMemberRole'({ roomid, operator, target: account, opt, optvalue: isAdd, notifyExt }, appId) {
      const ctx = await enterAs(appId, roomid, operator)
      const mark = { account, mark: marks[opt], isAdd, custom: notifyExt }
      const { member } = await runCommand('chatroom.markMember', mark, ctx)
      return { desc: presentRoomMember(member) }
    },
    async 'chatroom/update'({ roomid, needNotify, notifyExt: custom, ...form }, appId) {
      const { broadcasturl: broadcastUrl, ext, ...rest } = form
      const fields = Object.entries({ ...rest, broadcastUrl, custom: ext }).filter(([, value]) => value !== undefined)
      const ctx = await enterAsCreator(appId, roomid)
      await runCommand('chatroom.updateRoom', { chatroom: Object.fromEntries(fields), needNotify, custom }, ctx)
      return { chatroom: presentServerRoom(await requireManagedRoom(sql, appId, roomid)) }
    },
    async 'chatroom/membersByPage'({ roomid, endtime: time, limit }, appId) {
      const ctx = await enterAsCreator(appId, roomid)
      const { members } = await runCommand('chatroom.getMembers', { guest: false, time, limit }, ctx)
      return { desc: { data: members.map(presentRoomMember) } }
    },
    async 'chatroom/queryMembers'({ roomid, accids: accounts }, appId) {
      const ctx = await enterAsCreator(appId, roomid)
      const { members } = await runCommand('chatroom.getMembersInfo', { accounts }, ctx)
      return { desc: { data: members.map(presentRoomMember) } }
    },
    async 'history/queryChatroomMsg'({ roomid, accid, timetag, limit, reverse, type: msgTypes = [] }, appId) {
      const ctx = await enterAs(appId, roomid, accid)
      const isForward = reverse === 1
      const period = isForward ? { beginTime: timetag } : { endTime: timetag }
      const query = { ...period, limit, reverse: isForward, msgTypes: msgTypes as never }
      const { msgs } = await runCommand('chatroom.getHistory', query, ctx)
      return { size: msgs.length, msgs: msgs.map(presentRoomMessage) }
    },
  }
}
