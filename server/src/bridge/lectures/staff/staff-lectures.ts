// Lectures as staff manage them. The chatroom is created with the draft, closed, and opens by the times of the lecture.
import { fail, failField, failFields, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { findNameProblem } from '@xinqiao/contract/names.ts'
import type { LectureAudience, LectureState } from '@xinqiao/contract/lectures.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import {
  chatRoles,
  createManagedRoom,
  endSiteRoomVisits,
  ensureAccount,
  indexPhones,
  matchNames,
  setSiteModerator,
  updateSiteRoom,
} from '../../../im/chat.ts'
import type { Ctx, TransactionScope } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { parseTime } from '../../../kit/time.ts'
import { grantEarnedCredits } from '../attendance/attendance.ts'
import { notifyCancelled } from '../lifetime/notices.ts'
import { presentForStaff, presentStaffRow } from '../present/present.ts'
import { findMissingStep, selectHost } from '../rules/rights.ts'
import { historyDaysOf } from '../lifetime/retention.ts'
import { sendLectureEvent, setLectureRoomOpen, updateLectureRoom } from '../lifetime/rooms.ts'
import * as store from '../records/lecture-store.ts'
import { checkStream } from './streams.ts'

const maxMinutes = 24 * 60
/** Minutes that may not count: a page notices the beginning late, and the time after its last beat is lost. */
const spareMinutes = 5
const queueForModerators = 1

export async function listLecturesForStaff(db: Db, state: LectureState | undefined, page: PageLimits) {
  const { rows, total } = await store.selectStaffLectures(db, state, page)
  return { content: rows.map((row) => presentStaffRow(row, row.attended)), totalElements: total }
}

export async function getLectureForStaff({ kit }: Ctx, id: number): Promise<StaffLecture> {
  return presentForStaff(orNotFound(await store.selectLecture(kit.sql, id)), kit.config.STREAM_ORIGINS)
}

type LectureInput = Pick<
  StaffLecture,
  | 'title'
  | 'speaker'
  | 'summary'
  | 'introduction'
  | 'startTime'
  | 'endTime'
  | 'audience'
  | 'streamUrl'
  | 'replayUrl'
  | 'credits'
  | 'neededMinutes'
> & { replayFrom?: string | undefined }

/** Undefined for a setting that staff did not touch, because moderators change it as well. */
type LectureRoomInput = { announcement?: string | undefined; slowSeconds?: number | undefined }

const nothingToWatchMessage =
  '有学分的讲座要有直播地址、回放地址或上传的录像。要上传录像的，请先把学分写成0，上传后再填'

const noPictureMessage = '没有直播地址：开讲后没有画面，只有文字交流'

type Watchable = Pick<store.LectureRow, 'credit_tenths' | 'stream_url' | 'replay_url' | 'recording_key'>
/** True for credits that no one can earn, because the lecture has nothing to watch. */
const lacksVideo = ({ credit_tenths, stream_url, replay_url, recording_key }: Watchable): boolean =>
  credit_tenths > 0 && stream_url === '' && replay_url === '' && recording_key === null

/** Faults of the times and the minutes, by field. */
function findTimeFaults(input: LectureInput): Record<string, string> {
  const minutes = (parseTime(input.endTime).getTime() - parseTime(input.startTime).getTime()) / minuteMs
  if (minutes <= 0) return { endTime: '结束时间要晚于开始时间' }
  if (minutes > maxMinutes) return { endTime: '一场讲座最长24小时' }
  const maxNeeded = Math.max(1, Math.floor(minutes) - spareMinutes)
  if (input.credits === 0 || input.neededMinutes <= maxNeeded) return {}
  const length = `讲座共${Math.floor(minutes)}分钟，所需的观看时间最多${maxNeeded}分钟`
  return { neededMinutes: `${length}：开头和结尾的几分钟不一定能记到，所以留出${spareMinutes}分钟` }
}

/** @throws Failure invalid, with the field */
function readDraft(
  input: LectureInput,
  { recording_key }: Pick<store.LectureRow, 'recording_key'>,
): store.LectureDraft {
  const [startsAt, endsAt] = [parseTime(input.startTime), parseTime(input.endTime)]
  const draft = {
    title: input.title,
    speaker: input.speaker,
    summary: input.summary,
    introduction: input.introduction,
    starts_at: startsAt,
    ends_at: endsAt,
    audience: input.audience,
    stream_url: input.streamUrl,
    replay_url: input.replayUrl,
    replay_from: input.replayFrom === undefined ? startsAt : parseTime(input.replayFrom),
    credit_tenths: Math.round(input.credits * 10),
    needed_minutes: input.neededMinutes,
  }
  if (lacksVideo({ ...draft, recording_key })) throw failField('credits', nothingToWatchMessage)
  return draft
}

/** Columns of the room that follow the lecture. */
const roomChangeOf = ({ title, audience, announcement, slowSeconds }: LectureInput & LectureRoomInput) => ({
  name: title,
  allows_anonymous: audience === 'public',
  ...(announcement !== undefined && { announcement }),
  ...(slowSeconds !== undefined && { slow_seconds: slowSeconds }),
})

/**
 * Checks times and both addresses, outside of a transaction.
 * @returns a warning about an address that gives nothing yet
 * @throws Failure invalid, with all fields that have a fault
 */
export async function checkDraft(input: LectureInput, { kit }: Ctx): Promise<string> {
  const [stream, replay] = await Promise.all([
    checkStream(kit.config, 'streamUrl', input.streamUrl),
    checkStream(kit.config, 'replayUrl', input.replayUrl),
  ])
  const faults = {
    ...findTimeFaults(input),
    ...(stream.fault && { streamUrl: stream.fault }),
    ...(replay.fault && { replayUrl: replay.fault }),
  }
  if (Object.keys(faults).length > 0) throw failFields(faults)
  return replay.warning || stream.warning
}

type SavedLecture = { id: number; warning: string }

/** @param warning of `checkDraft` */
export async function addLecture(
  { announcement = '', slowSeconds = 0, ...input }: LectureInput & LectureRoomInput,
  { tx }: TransactionScope,
  warning: string,
): Promise<SavedLecture> {
  const draft = readDraft(input, { recording_key: null })
  const host = await selectHost(tx)
  const roomId = await createManagedRoom(tx, {
    creator: host,
    name: input.title,
    announcement,
    historyDays: historyDaysOf({ ...draft, recording_key: null }),
    queueLevel: queueForModerators,
    allowsAnonymous: input.audience === 'public',
    slowSeconds,
    namesVisitors: true,
    isOpen: false,
  })
  return { id: await store.insertLecture(tx, { ...draft, room_id: roomId }), warning }
}

/** Ranks of audiences: the higher, the fewer people may watch. */
const audienceRanks: Record<LectureAudience, number> = { public: 0, signedIn: 1, members: 2 }

/** @throws Failure wrongState for a cancelled lecture */
export async function changeLecture(
  { id, ...input }: LectureInput & LectureRoomInput & { id: number },
  scope: TransactionScope,
  warning: string,
): Promise<SavedLecture> {
  const { tx } = scope
  const lecture = orNotFound(await store.lockLecture(tx, id))
  if (lecture.state === 'cancelled') throw fail('wrongState', '讲座已取消，不能再修改')
  const draft = readDraft(input, lecture)
  // a moved lecture sends its reminders again
  const isMoved = draft.starts_at.getTime() !== lecture.starts_at.getTime()
  await store.updateLecture(tx, id, { ...draft, ...(isMoved && { reminded_at: null }) })
  const history_days = historyDaysOf({ ...lecture, ...draft })
  await updateSiteRoom(tx, lecture.room_id, { ...roomChangeOf(input), history_days })
  if (audienceRanks[draft.audience] > audienceRanks[lecture.audience])
    scope.afterCommit(() => endSiteRoomVisits(scope.kit.bus, lecture.room_id, null, '观看范围有变化，请刷新页面'))
  await updateLectureRoom(scope, id)
  const count = await grantEarnedCredits(tx, orNotFound(await store.selectLecture(tx, id)))
  const credited = count > 0 ? `已为看满时间的${count}人记入学分` : ''
  const hasNoPicture = lecture.state === 'published' && draft.stream_url === '' && draft.ends_at.getTime() > Date.now()
  return { id, warning: [credited, hasNoPicture && noPictureMessage, warning].filter(Boolean).join('；') }
}

/** Tells the open pages that texts, times or the announcement changed. */
export async function announceChange({ id }: { id: number }, { kit }: Ctx): Promise<void> {
  const lecture = await store.selectPublicLecture(kit.sql, id)
  if (lecture) await sendLectureEvent(kit, lecture, { event: 'lecture' })
}

const allowedStates: Record<LectureState, readonly LectureState[]> = {
  draft: ['published', 'cancelled'],
  published: ['cancelled'],
  cancelled: [],
}

export async function setLectureState(
  { id, state, reason }: { id: number; state: 'published' | 'cancelled'; reason: string },
  scope: TransactionScope,
): Promise<null> {
  const { tx } = scope
  const lecture = orNotFound(await store.lockLecture(tx, id))
  if (!allowedStates[lecture.state].includes(state)) throw fail('wrongState')
  if (state === 'cancelled' && lecture.phase === 'over' && lecture.state === 'published')
    throw fail('wrongState', '讲座已经结束，不能取消')
  if (state === 'published' && lacksVideo(lecture)) throw fail('wrongState', nothingToWatchMessage)
  await store.updateLecture(tx, id, { state, ...(state === 'cancelled' && { cancel_reason: reason }) })
  if (state === 'published') await updateLectureRoom(scope, id)
  else {
    await setLectureRoomOpen(scope, lecture, false)
    if (lecture.state === 'published') await notifyCancelled(scope, lecture, reason)
  }
  return null
}

export async function listModerators(db: Db, id: number) {
  const lecture = orNotFound(await store.selectLecture(db, id))
  const rows = await store.selectModerators(db, lecture.room_id)
  return { content: rows.map(({ username, name }) => ({ username, name })) }
}

type ModeratorInput = { id: number; username: string; name: string; isAdded: boolean }

/** @returns the login name of the account, which the audit log stores instead of a telephone number */
export async function setModerator(scope: TransactionScope, input: ModeratorInput): Promise<{ username: string }> {
  const lecture = orNotFound(await store.lockLecture(scope.tx, input.id))
  return { username: await (input.isAdded ? appoint(scope, lecture, input) : dismiss(scope, lecture, input)) }
}

async function appoint(
  scope: TransactionScope,
  { room_id: roomId }: store.LectureRow,
  { username: typed, name }: ModeratorInput,
): Promise<string> {
  const { tx } = scope
  const [phone] = indexPhones([typed], scope.kit.secrets)
  const rows = await store.selectNamedAccounts(tx, { name: typed, phoneIndex: phone?.index ?? null }, chatRoles)
  const describeUnknown = (list: string) => `没有这个账号，或它不能使用聊天（主持人须是咨询师或用户）：${list}`
  const [accountId] = matchNames([typed], rows, { field: 'username', describeUnknown })
  const person = rows.find(({ id }) => id === accountId)!
  const nick = name || person.nickname || person.username
  const problem = findNameProblem(nick, { roleId: roles.counsellor, isAlias: false })
  if (problem) throw failField('name', problem)
  const moderator = (await store.selectModerators(tx, roomId)).find((row) => row.account_id === person.id)
  if (moderator && moderator.name !== nick)
    throw failField(
      'username',
      `这个账号已经是主持人，显示的名字是“${moderator.name}”。要换名字，请先取消这位主持人，再重新添加`,
    )
  const account = { ...(await ensureAccount(tx, person.id)), nick }
  await setSiteModerator(scope, { roomId, host: await selectHost(tx), account, isAdded: true })
  return person.username
}

/** Also dismisses an account that may not use the chat any more. One who may not watch leaves the room. */
async function dismiss(
  scope: TransactionScope,
  { room_id: roomId, audience }: store.LectureRow,
  { username }: ModeratorInput,
): Promise<string> {
  const { tx } = scope
  const moderators = await store.selectModerators(tx, roomId)
  const moderator = moderators.find((row) => row.username.toLowerCase() === username.toLowerCase())
  if (!moderator) throw failField('username', '这个账号不是这场讲座的主持人')
  const { im_id: id, accid, name: nick } = moderator
  await setSiteModerator(scope, { roomId, host: await selectHost(tx), account: { id, accid, nick }, isAdded: false })
  if (await findMissingStep(tx, audience, moderator.account_id))
    scope.afterCommit(() => endSiteRoomVisits(scope.kit.bus, roomId, [accid], '您不再是这场讲座的主持人'))
  return moderator.username
}
