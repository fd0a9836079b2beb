// Moderation of a chatroom: roles, blocks and gags, kicks, and temporary mutes.
import type { RoomMemberMark, RoomNoticeType } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { SitePort } from '../../../kit/site-port.ts'
import { changeRoom, requireTarget } from '../changes/change.ts'
import * as memberStore from '../records/member-store.ts'
import { presentMembers } from '../members/members.ts'
import type { RoomCtx } from '../rules/rights.ts'

type MemberState = memberStore.RoomMemberValues

const emptyState: MemberState = {
  role: 'none',
  level: 0,
  is_blacked: false,
  is_gagged: false,
  nick: '',
  avatar: '',
  custom: '',
}

const noticeTypes: Record<RoomMemberMark, [added: RoomNoticeType, removed: RoomNoticeType]> = {
  manager: ['addManager', 'removeManager'],
  common: ['addCommon', 'removeCommon'],
  blacklist: ['blackMember', 'unblackMember'],
  gaglist: ['gagMember', 'ungagMember'],
}

/** A manager who loses the role stays a common member. A block ends every role, and a new role ends block and gag. */
function applyMark(before: MemberState, mark: RoomMemberMark, isAdd: boolean, level: number): MemberState {
  const isRole = mark === 'manager' || mark === 'common'
  const state = isRole && isAdd ? { ...before, is_blacked: false, is_gagged: false } : before
  if (mark === 'manager') return { ...state, role: isAdd ? 'manager' : 'common' }
  if (mark === 'common') return { ...state, role: isAdd ? 'common' : 'none', level: isAdd ? level : 0 }
  if (mark === 'gaglist') return { ...state, is_gagged: isAdd }
  return { ...state, role: isAdd ? 'none' : state.role, is_blacked: isAdd }
}

export const markRoomMember = (
  { account, mark, isAdd, level, custom }: ParsedInput<'chatroom.markMember'>,
  ctx: RoomCtx,
  { lowerHandOfRemovedVisitor }: Pick<SitePort, 'lowerHandOfRemovedVisitor'>,
): Promise<CommandOutput<'chatroom.markMember'>> =>
  changeRoom(ctx, async (change) => {
    const { tx, afterCommit, room, now } = change
    if (mark === 'manager' && !change.isOwner) throw imFail('forbidden', '只有创建者可以设管理员')
    const target = await requireTarget(ctx, change, account)
    const { role, level: rank, is_blacked, is_gagged, nick, avatar, custom: info } = target.row ?? emptyState
    const before = { role, level: rank, is_blacked, is_gagged, nick, avatar, custom: info }
    const state = applyMark(before, mark, isAdd, level)
    const isStored = state.role !== 'none' || state.is_blacked || state.is_gagged
    if (isStored) await memberStore.upsertMember(tx, { roomId: room.id, imId: target.id }, state, now)
    else await memberStore.deleteMember(tx, room.id, target.id)
    const type = noticeTypes[mark][isAdd ? 0 : 1]
    await change.announce({ type, to: [account], toNick: [target.nick], custom })
    const isBlacked = mark === 'blacklist' && isAdd
    if (isBlacked) await lowerHandOfRemovedVisitor(tx, { roomId: room.id, imId: target.id })
    afterCommit(() => {
      ctx.rooms.update(room.id, account, { isFixed: isStored })
      if (isBlacked) ctx.rooms.end(room.id, [account], { reason: 'blacked', message: '您已被加入聊天室黑名单', custom })
    })
    const row = await memberStore.selectMember(tx, room.id, target.id)
    const [visit] = isBlacked ? [] : ctx.rooms.visitsOf(room.id, account)
    const [member] = await presentMembers(tx, room, [{ account, row, visit: visit ?? null }])
    // the room has no name for a guest who is away, so the name of the profile is shown
    const { nick: shownNick, avatar: shownAvatar } = member!
    return { member: { ...member!, nick: shownNick || target.nick, avatar: shownAvatar || target.avatar } }
  })

export const kickRoomMember = (
  { account, custom }: ParsedInput<'chatroom.kickMember'>,
  ctx: RoomCtx,
): Promise<CommandOutput<'chatroom.kickMember'>> =>
  changeRoom(ctx, async (change) => {
    const { room } = change
    const [visit] = ctx.rooms.visitsOf(room.id, account)
    if (!visit) throw imFail('notFound', '这位访客不在聊天室里')
    if (visit.imId !== 0) await requireTarget(ctx, change, account)
    await change.announce({ type: 'kickMember', to: [account], toNick: [visit.nick], custom })
    change.afterCommit(() =>
      ctx.rooms.end(room.id, [account], { reason: 'managerKick', message: '您已被请出聊天室', custom }),
    )
    return { account }
  })

export const muteRoomMember = (
  { account, duration, needNotify, custom }: ParsedInput<'chatroom.tempMute'>,
  ctx: RoomCtx,
): Promise<null> =>
  changeRoom(ctx, async (change) => {
    const { tx, room, now } = change
    const target = await requireTarget(ctx, change, account)
    await memberStore.replaceMute(tx, room.id, { imId: target.id }, { until: now + duration * 1000, now })
    const type = duration > 0 ? 'addTempMute' : 'removeTempMute'
    if (needNotify) await change.announce({ type, to: [account], toNick: [target.nick], duration, custom })
    return null
  })

/** Mutes visitors with this tag, those who enter later as well. The creator and the managers may still write. */
export const muteRoomTag = (
  { tag, duration, needNotify, notifyTargetTags, custom }: ParsedInput<'chatroom.tempMuteTag'>,
  ctx: RoomCtx,
): Promise<null> =>
  changeRoom(ctx, async (change) => {
    const { tx, room, now } = change
    await memberStore.replaceMute(tx, room.id, { tag }, { until: now + duration * 1000, now })
    const type = duration > 0 ? 'addTempMuteTag' : 'removeTempMuteTag'
    if (needNotify) await change.announce({ type, tag, duration, custom }, notifyTargetTags)
    return null
  })
