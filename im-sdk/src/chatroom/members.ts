// Members of a chatroom: lists, roles, kicks and mutes.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { RoomMemberMark, RoomMember } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { callDone } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { RoomCore } from './room-core.ts'

type RoomMembersResult = { members: RoomMember[] }
type MarkMemberOptions = { account: string; isAdd: boolean; custom?: string; level?: number } & WithDone<{
  member: RoomMember
}>
type MyInfo = { nick?: string; avatar?: string; custom?: string }
type MyInfoOptions = { member?: MyInfo; needNotify?: boolean; custom?: string; needSave?: boolean }
type MuteOptions = { duration: number; needNotify?: boolean; custom?: string }

const markNames: Record<string, RoomMemberMark> = { black: 'blacklist', mute: 'gaglist', gag: 'gaglist' }

export function createRoomMembersApi(core: RoomCore) {
  const { request } = core

  const mark = (name: RoomMemberMark, { account, isAdd, custom, level, done }: MarkMemberOptions): void =>
    callDone(done, () =>
      request('chatroom.markMember', { account, isAdd, mark: name, ...omitUndefined({ custom, level }) }),
    )

  return {
    /** Stored members, or with `guest` visitors without a role; `time` of the last member continues the list. */
    getChatroomMembers({ done, ...query }: CommandInput<'chatroom.getMembers'> & WithDone<RoomMembersResult>): void {
      callDone(done, () => request('chatroom.getMembers', query))
    },
    getChatroomMembersByTag({
      done,
      ...query
    }: CommandInput<'chatroom.getMembersByTag'> & WithDone<RoomMembersResult>): void {
      callDone(done, () => request('chatroom.getMembersByTag', query))
    },
    getChatroomMembersInfo({ accounts, done }: { accounts: string[] } & WithDone<RoomMembersResult>): void {
      callDone(done, () => request('chatroom.getMembersInfo', { accounts }))
    },
    getChatroomMemberCountByTag({ tag, done }: { tag: string } & WithDone<{ count: number }>): void {
      callDone(done, () => request('chatroom.countMembersByTag', { tag }))
    },
    updateMyChatroomMemberInfo({ member = {}, custom, done, ...flags }: MyInfoOptions & WithDone<null>): void {
      const info = omitUndefined({ nick: member.nick, avatar: member.avatar, custom: member.custom })
      const notice = omitUndefined({ ...flags, notifyCustom: custom })
      callDone(done, async () => {
        await request('chatroom.updateMyInfo', { ...info, ...notice })
        if (core.member) Object.assign(core.member, info)
        // the next login after a lost connection keeps the change
        const { nick, avatar, custom: ownCustom } = info
        Object.assign(
          core.options,
          omitUndefined({ chatroomNick: nick, chatroomAvatar: avatar, chatroomCustom: ownCustom }),
        )
        return null
      })
    },
    /** `identity`: manager, common, black (blacklist) or mute (gaglist). */
    markChatroomIdentity({ identity, ...options }: { identity: string } & MarkMemberOptions): void {
      const name = markNames[identity] ?? identity
      if (!['manager', 'common', 'blacklist', 'gaglist'].includes(name)) throw imFail('invalid', 'identity不正确')
      mark(name as RoomMemberMark, options)
    },
    markChatroomManager: (options: MarkMemberOptions): void => mark('manager', options),
    markChatroomCommonMember: (options: MarkMemberOptions): void => mark('common', options),
    markChatroomBlacklist: (options: MarkMemberOptions): void => mark('blacklist', options),
    markChatroomGaglist: (options: MarkMemberOptions): void => mark('gaglist', options),
    kickChatroomMember(options: { account: string; custom?: string } & WithDone<{ account: string }>): void {
      const { account, custom, done } = options
      callDone(done, () => request('chatroom.kickMember', { account, ...omitUndefined({ custom }) }))
    },
    /** `duration` in seconds; 0 ends the mute. */
    updateChatroomMemberTempMute({ done, ...mute }: { account: string } & MuteOptions & WithDone<null>): void {
      callDone(done, () => request('chatroom.tempMute', omitUndefined(mute) as CommandInput<'chatroom.tempMute'>))
    },
    updateTagMembersTempMute({
      done,
      ...mute
    }: { tag: string; notifyTargetTags?: string } & MuteOptions & WithDone<null>): void {
      callDone(done, () => request('chatroom.tempMuteTag', omitUndefined(mute) as CommandInput<'chatroom.tempMuteTag'>))
    },
  }
}
