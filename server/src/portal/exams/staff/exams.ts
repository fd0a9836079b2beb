// Rules of examinations: paper, time window, examinees and settings.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { ExamDraft, ExamSummary, StaffExam } from '@xinqiao/contract/http/exams/staff.ts'
import type { AuditedCtx, Ctx } from '../../../kit/ctx.ts'
import { type Db, type Tx } from '../../../kit/db/db.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { requirePaper } from '../papers/papers.ts'
import * as store from './store.ts'

const maxNamed = 10

export const presentExamSummary = (row: store.ExamSummaryRow): ExamSummary => ({
  id: row.id,
  name: row.name,
  paperId: row.paper_id,
  paperName: row.paper_name,
  startTime: formatTime(row.start_at),
  endTime: formatTime(row.end_at),
  duration: row.duration_minutes,
  state: row.state,
  running: row.running,
  handedIn: row.handed_in,
})

export const requireExam = async (db: Db, id: number): Promise<store.StaffExamRow> =>
  orNotFound(await store.selectExam(db, id))

export async function getExam(db: Db, id: number): Promise<StaffExam> {
  const row = await requireExam(db, id)
  const [targets, allowances] = await Promise.all([store.selectExamTargets(db, id), store.selectExamAllowances(db, id)])
  return {
    ...presentExamSummary(row),
    version: row.version,
    attempts: row.attempts,
    counted: row.counted,
    shuffleQuestions: row.shuffle_questions,
    shuffleOptions: row.shuffle_options,
    shown: row.shown,
    givesCertificate: row.gives_certificate,
    everyone: targets.some((target) => target.kind === 'everyone'),
    members: targets.some((target) => target.kind === 'members'),
    groups: targets.flatMap(({ kind, target_id: target, name }) =>
      kind === 'group' ? [{ id: target ?? 0, name }] : [],
    ),
    accounts: targets.flatMap(({ kind, target_id: target, name, username }) =>
      kind === 'account' ? [{ id: target ?? 0, username, nickname: name }] : [],
    ),
    allowances: allowances.map(({ extra_minutes: extraMinutes, extra_attempts: extraAttempts, ...person }) => ({
      ...person,
      extraMinutes,
      extraAttempts,
    })),
  }
}

const toExamValues = (draft: ExamDraft): store.ExamValues => ({
  paper_id: draft.paperId,
  name: draft.name,
  start_at: parseTime(draft.startTime),
  end_at: parseTime(draft.endTime),
  duration_minutes: draft.duration,
  attempts: draft.attempts,
  counted: draft.counted,
  shuffle_questions: draft.shuffleQuestions,
  shuffle_options: draft.shuffleOptions,
  shown: draft.shown,
  gives_certificate: draft.givesCertificate,
})

async function checkExamPaper(db: Db, id: number): Promise<void> {
  const paper = await requirePaper(db, id)
  if (paper.state !== 'ready') throw fail('wrongState', '试卷还没有定稿，请先定稿')
}

/**
 * Checks that the named groups and accounts exist, because unknown ones must not be ignored silently.
 * @throws Failure invalid, with their ids
 */
async function checkExamTargets(tx: Tx, { groupIds, accountIds }: ExamDraft['targets']): Promise<void> {
  const missing = await store.selectUnknownTargets(tx, groupIds, accountIds)
  if (missing.length === 0) return
  const describeMissing = (kind: 'account' | 'group', key: string) => {
    const ids = missing.flatMap((target) => (target.kind === kind ? [target.id] : []))
    const remainder = ids.length > maxNamed ? `等${ids.length}个` : ''
    return ids.length > 0 ? [`没有编号为${ids.slice(0, maxNamed).join('、')}${remainder}的${key}`] : []
  }
  const message = [...describeMissing('group', '分组'), ...describeMissing('account', '考生')].join('；')
  throw failField('targets', message)
}

export async function createExam({ tx, viewer }: AuditedCtx, draft: ExamDraft): Promise<StaffExam> {
  await checkExamPaper(tx, draft.paperId)
  await checkExamTargets(tx, draft.targets)
  const newExam = await store.insertExam(tx, toExamValues(draft), viewer.id)
  await store.replaceExamTargets(tx, newExam, draft.targets)
  const id = newExam
  return getExam(tx, id)
}

async function failForExam(tx: Tx, id: number): Promise<never> {
  await requireExam(tx, id)
  throw fail('changedMeanwhile')
}

/** Once there are attempts, the paper and the order of its questions cannot change. */
export async function changeExam({ tx }: AuditedCtx, id: number, version: number, draft: ExamDraft) {
  const before = await requireExam(tx, id)
  if (before.state === 'cancelled') throw fail('wrongState', '考试已取消，不能再修改')
  const isBegun = before.running + before.handed_in > 0
  const values = toExamValues(draft)
  const isSamePaper =
    values.paper_id === before.paper_id &&
    values.shuffle_options === before.shuffle_options &&
    values.shuffle_questions === before.shuffle_questions
  if (isBegun && !isSamePaper) throw fail('wrongState', '已有考生作答，不能更换试卷或改变乱序设置')
  await checkExamPaper(tx, draft.paperId)
  if (!(await store.updateExam(tx, id, version, values))) await failForExam(tx, id)
  await checkExamTargets(tx, draft.targets)
  await store.replaceExamTargets(tx, id, draft.targets)
  return getExam(tx, id)
}

export async function setExamState(ctx: AuditedCtx, id: number, version: number, state: 'open' | 'cancelled') {
  const { tx } = ctx
  const before = await getExam(tx, id)
  if (before.state === 'cancelled' || before.state === state) throw fail('wrongState')
  if (state === 'open' && !before.everyone && !before.members && before.groups.length + before.accounts.length === 0) {
    throw fail('wrongState', '还没有安排考生，请先选择考试对象')
  }
  if (!(await store.updateExam(tx, id, version, { state }))) await failForExam(tx, id)
  const time = `${before.startTime.slice(0, 16)}至${before.endTime.slice(0, 16)}`
  await notifyUsers(ctx, {
    kind: 'exam',
    userIds: await store.selectNamedExaminees(tx, id),
    title: state === 'open' ? `您被安排参加考试“${before.name}”，时间：${time}` : `考试“${before.name}”已取消`,
    link: routes.examination,
  })
  return getExam(tx, id)
}

export async function setExamAllowance(
  { tx }: AuditedCtx,
  { id, accountId, minutes, attempts }: { id: number; accountId: number; minutes: number; attempts: number },
) {
  await requireExam(tx, id)
  if (!(await store.isKnownAccount(tx, accountId))) throw fail('notFound')
  await store.upsertExamAllowance(tx, { examId: id, accountId, minutes, attempts })
  return getExam(tx, id)
}

// ---- groups

export async function listExamineeGroups({ kit: { sql } }: Ctx) {
  const [groups, people] = await Promise.all([store.selectExamineeGroups(sql), store.selectGroupPeople(sql)])
  return groups.map((group) => ({
    ...group,
    people: people.filter((person) => person.group_id === group.id).map(({ group_id: _group, ...person }) => person),
  }))
}

export async function saveExamineeGroup({ tx }: AuditedCtx, id: number | undefined, name: string, usernames: string[]) {
  const distinctNames = [...new Set(usernames.filter(Boolean))]
  const twin = (await store.selectExamineeGroups(tx)).find((group) => group.name === name && group.id !== id)
  if (twin) throw failField('name', '已有同名的分组')
  const groupId = await store.upsertExamineeGroup(tx, id, name)
  if (groupId === null) throw fail('notFound')
  const knownNames = await store.replaceGroupPeople(
    tx,
    groupId,
    distinctNames.map((username) => username.toLowerCase()),
  )
  return { id: groupId, unknown: distinctNames.filter((username) => !knownNames.has(username.toLowerCase())) }
}

export const deleteExamineeGroup = async ({ tx }: AuditedCtx, id: number): Promise<void> => {
  if (await store.isExamineeGroupUsed(tx, id)) throw fail('wrongState', '该分组已安排考试，不能删除')
  if (!(await store.deleteExamineeGroupRow(tx, id))) throw fail('notFound')
}
