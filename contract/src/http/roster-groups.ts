// Roster groups (名单群): groups of a committee's members, or of a meeting's participants, that follow the list.
import { z } from 'zod'
import { auditCreationOf } from '../audit.ts'
import { keysOf } from '../keys.ts'
import { rosterGroupStates, rosterKinds } from '../roster-groups.ts'
import { organisers } from './conference/staff.ts'
import { EmptyInput, EmptyReply, endpoint, Id } from './endpoint.ts'
import { peerGroupLimits } from '../peer-groups.ts'
import { StateChange } from './peer-groups/led.ts'
import { ReportInWords } from './peer-groups/peer-groups.ts'

const Source = z.object({ kind: z.enum(keysOf(rosterKinds), '请选择名单'), sourceId: Id })
const State = z.enum(keysOf(rosterGroupStates), '状态不正确')

const RosterStatus = z.object({
  /** Null where no group exists. */
  group: z.object({ id: z.number(), state: State, members: z.number() }).nullable(),
  /** People on the list with an account. */
  listed: z.number(),
  /** People on the list without an account, who cannot become members. */
  withoutAccount: z.number(),
  /** Counsellors on the list whom the site adds within a minute. Other people on the list join by their own request. */
  waiting: z.number(),
  /** People on the list who have not joined, or have left. */
  absent: z.number(),
  /** True for a group without a place for another member. */
  isFull: z.boolean(),
})
export type RosterStatus = z.output<typeof RosterStatus>

const OwnRosterGroup = z.object({
  id: z.number(),
  kind: z.enum(keysOf(rosterKinds)),
  title: z.string(),
  state: State,
  /** The name under which the others see the caller. */
  name: z.string(),
  /** Id of the chat team; null for a person on the list who is not a member. */
  teamId: z.string().nullable(),
})
export type OwnRosterGroup = z.output<typeof OwnRosterGroup>

/** A group that the caller left, or that was dissolved, in the past days. */
const FormerRosterGroup = z.object({ id: z.number(), title: z.string() })
export type FormerRosterGroup = z.output<typeof FormerRosterGroup>

export const rosterGroups = {
  'GET /rosterGroup/list': endpoint({
    who: 'user',
    summary: '本人在名单上的专委会群与参会者群',
    input: EmptyInput,
    output: z.object({ content: z.array(OwnRosterGroup), former: z.array(FormerRosterGroup) }),
  }),
  'POST /rosterGroup/join': endpoint({
    who: 'user',
    summary: '名单上的人：加入群，群里显示姓名',
    success: '已加入群',
    input: z.object({ id: Id, agreed: z.literal(true, '请先确认群里显示的名字') }),
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'tooManyRequests'],
  }),
  'POST /rosterGroup/reportAfterLeaving': endpoint({
    who: 'user',
    summary: `离开名单群${peerGroupLimits.reportDays}天内：举报群里发生的事`,
    success: '已收到您的举报，协会会尽快处理',
    texts: ['text'],
    input: ReportInWords,
    output: EmptyReply,
    errors: ['notFound', 'alreadyReported', 'tooManyRequests'],
  }),
  'GET /admin/rosterGroup': endpoint({
    who: organisers,
    summary: '名单的群：人数，以及名单与成员的差别',
    input: Source,
    output: RosterStatus,
    errors: ['notFound'],
  }),
  'POST /admin/rosterGroup': endpoint({
    who: organisers,
    summary: '按名单建群；咨询师自动加入，其他人收到邀请后自己加入，离开名单的人离开群',
    audit: auditCreationOf('rosterGroup'),
    success: '群已建立，名单上的人会收到通知',
    input: Source,
    output: z.object({ id: z.number() }),
    errors: ['notFound', 'wrongState'],
  }),
  'POST /admin/rosterGroup/state': endpoint({
    who: organisers,
    summary: '停止发言、恢复发言或解散名单的群；解散要写明原因，成员会收到通知',
    audit: ({ id, state, reason }) => ({
      action: 'rosterGroupStateChanged',
      subject: `rosterGroup ${id}`,
      reason,
      detail: { state },
    }),
    success: '操作成功',
    input: StateChange,
    output: EmptyReply,
    errors: ['notFound', 'wrongState', 'invalid'],
  }),
}
