// The calls of the demo site's conference, with works in review and open applications.
import type { SubmissionFields } from '@xinqiao/contract/http/submissions/submissions.ts'
import {
  appliedKinds,
  reviewWorkingDays,
  defaultCriteria,
  defaultRetentionDays,
  type CallKind,
  type SubmissionState,
} from '@xinqiao/contract/submissions.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { transaction, type Tx } from '../../src/kit/db/db.ts'
import { countWordsByField } from '../../src/portal/submissions/rules/field-checks.ts'
import { selectCalendar } from '../../src/portal/calendar/store.ts'
import { afterWorkingDays } from '../../src/portal/calendar/working-days.ts'
import { sealPerson, splitSubmission } from '../../src/portal/submissions/rules/parts.ts'
import { weighScores } from '../../src/portal/submissions/reviews/reviews.ts'
import * as reviewStore from '../../src/portal/submissions/records/review-store.ts'
import * as store from '../../src/portal/submissions/records/store.ts'
import { seedDays } from './articles.ts'

const calls: readonly [CallKind, string, opened: number, deadline: number][] = [
  ['paper', '第十三届学术年会论文征集', -7, seedDays.paperDeadline],
  ['competition', '心理咨询技能竞赛（第二轮）', -11, seedDays.competitionDeadline],
  ['organisation', '心理咨询技能竞赛集体组织奖', -11, seedDays.competitionDeadline],
  ['individual', '先进个人评选', -5, 20],
  ['collective', '先进集体评选', -5, 20],
]

const paragraph =
  '本研究关注基层心理服务中的实际困难，从服务流程、人员培训与随访三个环节入手，比较不同做法的效果，并讨论其适用条件与局限。'
const createPaper = (title: string, name: string, company: string): SubmissionFields => ({
  title,
  name,
  phone: '13700009999',
  company,
  position: '副教授',
  keywords: '心理服务；干预；随访',
  abstract: `目的：了解${title}的现状与影响因素，为改进服务提供依据。${paragraph.repeat(3)}`.slice(0, 250),
  englishAbstract: 'Objective: to describe current practice and to compare two ways of following up.',
  biography: `${name}，${company}，研究方向为心理评估与干预。`,
  body: paragraph.repeat(95),
})
const work = (title: string, category: 'case' | 'video', team: string[]): SubmissionFields => ({
  title,
  category,
  company: '市心理咨询师协会',
  phone: '13700008888',
  introduction: '作品围绕常见困扰，说明何时自助、何时求助，片尾标注心理援助热线12356。',
  videoUrl: 'https://video.xinqiao.invalid/works',
  team: team.map((name) => ({ name, company: '市心理咨询师协会' })),
})
const application = (title: string, company: string): SubmissionFields => ({
  title,
  name: '办公室',
  phone: '13700007777',
  company,
  deeds: paragraph.repeat(6),
})

type SeedSubmission = [CallKind, author: string | null, SubmissionState, SubmissionFields]
const seeded: readonly SeedSubmission[] = [
  ['paper', 'doctor2', 'submitted', createPaper('县域社会心理服务随访模式的比较研究', '周明远', '省精神卫生中心')],
  ['paper', 'doctor5', 'submitted', createPaper('家校协同干预对初中生情绪调节的影响', '许慧宁', '第一中学')],
  ['paper', null, 'submitted', createPaper('失眠认知行为治疗在社区的实施效果', '安知夏', '医科大学')],
  ['paper', null, 'accepted', createPaper('危机热线接线员替代性创伤的调查', '常乐平', '市心理咨询师协会')],
  ['paper', 'member4', 'draft', { ...createPaper('职业倦怠与团体督导', '陈以南', '企业健康中心'), body: '' }],
  ['competition', 'doctor6', 'submitted', work('给睡不着的人', 'video', ['方立言', '陆思齐'])],
  ['competition', null, 'submitted', work('一次危机评估的十五分钟', 'case', ['范时雨', '葛长风', '何若谷'])],
  ['competition', null, 'submitted', work('孩子说不想上学', 'video', ['简兮'])],
  ['competition', null, 'submitted', work('团体辅导中的沉默', 'case', ['林若溪', '杜衡'])],
  ['individual', 'doctor7', 'submitted', application('陆思齐', '社区心理服务中心')],
  ['collective', 'doctor1', 'returned', application('省人民医院心理科护理组', '省人民医院')],
  ['organisation', 'doctor3', 'accepted', application('师范大学心理学院', '师范大学')],
]

/** Reviewers of all works in the competition, and their scores. */
const reviewers = ['doctor9', 'doctor10', 'doctor11']

async function seedReviews(tx: Tx, callId: number, idOf: Map<string, number>): Promise<void> {
  const works = await store.selectSubmissionsByScore(tx, callId)
  const ids = reviewers.flatMap((name) => idOf.get(name) ?? [])
  await reviewStore.insertReviews(
    tx,
    works.map((item) => item.id),
    ids,
  )
  const criteria = [...defaultCriteria.competition]
  for (const [index, submittedWork] of works.entries()) {
    for (const [reviewIndex, review] of (await reviewStore.selectReviews(tx, submittedWork.id)).entries()) {
      // the last reviewer has not begun
      if (reviewIndex === ids.length - 1) continue
      const scores = Object.fromEntries(criteria.map(({ key }, i) => [key, 92 - index * 4 - reviewIndex * 2 - i]))
      const total = weighScores(criteria, scores)
      await reviewStore.updateReview(tx, review.id, { state: 'done', scores, total, comment: '', done_at: new Date() })
    }
  }
}

/** Results in their notice period, so that the page about awards has something to object to. */
async function seedNotice(kit: Kit, tx: Tx, today: number): Promise<void> {
  const at = (days: number) => new Date(today + days * dayMs)
  const id = await store.insertCall(tx, {
    kind: 'collective',
    title: '年度心理援助先进集体评选',
    opens_at: at(-60),
    deadline: at(-20),
    criteria: [...defaultCriteria.collective],
    notice_days: 5,
    retention_days: defaultRetentionDays,
  })
  for (const [index, title] of ['省心理援助热线值班组', '师范大学学生心理中心', '滨河社区心理服务站'].entries()) {
    const fields = {
      title,
      name: '办公室',
      phone: '',
      company: title,
      deeds: '常年面向公众提供免费的心理援助服务。'.repeat(12),
    }
    const { content, person } = splitSubmission(fields)
    const submissionId = 860_000_000_000 + index * 982_451_653
    const row = await store.insertSubmission(tx, {
      id: submissionId,
      call_id: id,
      account_id: null,
      title,
      content,
      person_sealed: sealPerson(kit, submissionId, person),
      counts: countWordsByField('collective', fields, ''),
    })
    await store.updateSubmission(tx, row.id, { state: 'accepted', submitted_at: at(-30), decided_at: at(-15) })
  }
  const noticedAt = new Date(Math.min(at(0).getTime() + 9 * hourMs, Date.now() - 60_000))
  const until = afterWorkingDays(noticedAt, 5, await selectCalendar(tx))
  await store.updateCall(tx, id, 1, { state: 'noticed', noticed_at: noticedAt, notice_until: until })
}

export async function seedSubmissions(kit: Kit, today: number, idOf: Map<string, number>): Promise<void> {
  const at = (days: number) => new Date(today + days * dayMs)
  await transaction(kit.sql, async (tx) => {
    // before the open calls, because pages show the newest call of a kind
    await seedNotice(kit, tx, today)
    const callOf = new Map<CallKind, number>()
    const calendar = await selectCalendar(tx)
    for (const [kind, title, opened, deadline] of calls) {
      // the last minute of the day that the announcement names
      const until = new Date(at(deadline + 1).getTime() - 60_000)
      const values = {
        kind,
        title,
        opens_at: at(opened),
        deadline: until,
        criteria: [...defaultCriteria[kind]],
        notice_days: 5,
        retention_days: defaultRetentionDays,
      }
      callOf.set(kind, await store.insertCall(tx, values))
    }
    for (const [index, [kind, author, state, fields]] of seeded.entries()) {
      const { title, content, person } = splitSubmission(fields)
      const id = 820_000_000_000 + index * 982_451_653
      const row = await store.insertSubmission(tx, {
        id,
        call_id: callOf.get(kind) ?? 0,
        account_id: author === null ? null : (idOf.get(author) ?? null),
        title,
        content,
        person_sealed: sealPerson(kit, id, person),
        counts: countWordsByField(kind, fields, ''),
      })
      if (state === 'draft') continue
      const sentAt = new Date(Math.min(at(-1).getTime() + index * hourMs, Date.now() - 60_000))
      await store.updateSubmission(tx, row.id, {
        state,
        submitted_at: sentAt,
        due_at: appliedKinds.includes(kind) ? afterWorkingDays(sentAt, reviewWorkingDays, calendar) : null,
        note: state === 'returned' ? '请补充近两年服务人次等数据' : '',
      })
    }
    await seedReviews(tx, callOf.get('competition') ?? 0, idOf)
  })
}
