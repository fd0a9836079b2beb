// Tests of subjects of audit entries: each names an existing object that the request changed, in one spelling.
import { beforeAll, expect, test } from 'vitest'
import { selectAuditEntries } from '../../../test/audit-log.ts'
import { useSubmissions } from '../../../test/steps/submission-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
const { openCall, handIn } = useSubmissions(server)
let admin: Caller
beforeAll(async () => {
  admin = await server().enter('administrator')
})

/** Subjects of the audit entries that `work` wrote. */
async function listSubjectsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { sql } = server().kit
  const { length: earlier } = await selectAuditEntries(sql)
  await work()
  return (await selectAuditEntries(sql)).slice(earlier).map(({ subject }) => subject)
}

test('names the works that got a new expert in an assignment, once each', async () => {
  await openCall('competition')
  const expert = await server().enter('counsellor')
  const work = {
    title: '甲',
    category: 'video',
    introduction: '简介',
    videoUrl: 'https://video.example.org/1',
    phone: '13900000000',
    company: '第一医院',
    team: [{ name: '队员', company: '第一医院' }],
  }
  const { id } = await handIn(await server().enter('user'), 'competition', work)
  const assignExpert = (ids: number[]) =>
    server().requestAs(admin, 'POST /admin/submission/assign', { ids, reviewerIds: [expert.id] })
  expect(await listSubjectsOf(() => assignExpert([id, id, 999_999]))).toEqual([`submission ${id}`])
  // the work is assigned to this expert already
  expect(await listSubjectsOf(() => assignExpert([id]))).toEqual([])
})

test('names the meeting or call of an export by number, however the filter spells it', async () => {
  for (const [kind, field, subject] of [
    ['registrations', 'meetingId', 'meeting 16'],
    ['submissions', 'callId', 'submissionCall 16'],
  ] as const)
    for (const spelling of ['16', ' 16 ', '0x10', '1.6e1'])
      expect(
        await listSubjectsOf(() =>
          server().requestAs(admin, 'POST /admin/export', { kind, query: { [field]: spelling } }),
        ),
        `${kind} ${spelling}`,
      ).toEqual([subject])
})

test('names a created object by its id', async () => {
  const { sql } = server().kit
  const level = { kind: 'individual', title: '青年会员', description: '', seats: 1, enabled: true, position: 3 }
  for (const [path, draft, kind, table] of [
    ['/admin/memberLevel', level, 'level', 'member_level'],
    ['/admin/memberBranch', { name: '滨海市分会', position: 0, enabled: true }, 'branch', 'member_branch'],
    ['/admin/committee', { name: '某专业委员会', position: 1, enabled: true }, 'committee', 'special_committee'],
  ] as const) {
    const subjects = await listSubjectsOf(() => server().sendRaw('POST', path, draft, admin))
    const [newest] = await sql<{ id: number }[]>`select id from ${sql(table)} order by id desc limit 1`
    expect(subjects).toEqual([`${kind} ${newest!.id}`])
  }
})

test('answers an id beyond the range of its column without an internal error', async () => {
  const user = await server().enter('user')
  const id = 40_000
  const staffCalls = [
    ['PUT', '/admin/memberLevel', { title: '甲', description: '', seats: 1, enabled: true, position: 1, id }],
    ['PUT', '/admin/memberBranch', { name: '甲', position: 1, enabled: true, id }],
    ['PUT', '/admin/memberBranch/reviewer', { accountId: admin.id, branchId: id }],
    ['GET', '/admin/members', { levelId: id }],
    ['GET', '/admin/memberApplications', { branchId: id }],
  ] as const
  const statuses = []
  for (const [method, path, input] of staffCalls)
    statuses.push((await server().sendRaw(method, path, input, admin)).status)
  const own = await server().sendRaw('POST', '/member/levelWish', { levelId: id }, user)
  expect([...statuses, own.status].filter((status) => status === 500)).toEqual([])
})
