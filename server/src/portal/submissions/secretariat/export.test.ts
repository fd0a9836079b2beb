// Tests the export of a call's works: authors masked, or in full with a reason; never drafts.
import { beforeAll, expect, test } from 'vitest'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/steps/submission-steps.ts'
import { readLines } from '../../../kit/documents/sheets/sheets.ts'
import { writeExports } from '../../exports/exports.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions
const fields = { name: '联系人甲', phone: '13912345678', company: '县医院', deeds: '事'.repeat(300) }
const unmasked = { isFull: true, reason: '寄送获奖证书' }
let callId = 0
beforeAll(async () => {
  callId = (await submissions.openCall('individual')).id
  const author = await server().enter('user')
  await submissions.handIn(author, 'individual', { ...fields, title: '李书涵' })
  await submissions.saveDraft(await server().enter('user'), 'individual', { ...fields, title: '没有交的' })
})

/**
 * Exports the works of the call, and reads the sheet.
 * @param key a search
 */
async function exportWorks(options: { isFull?: boolean; reason?: string } = {}, key = '') {
  const query = { callId: `${callId}`, key }
  const { data } = await server().requestAs(staff(), 'POST /admin/export', { kind: 'submissions', query, ...options })
  if (data.state === 'asked') await server().requestAs(staff(), 'POST /admin/export/confirm', { id: data.id })
  await writeExports(server().kit)
  const { url } = (await server().requestAs(staff(), 'GET /admin/export', { id: data.id })).data
  const file = await server().app.inject({ url, headers: { authorization: `Bearer ${staff().token}` } })
  return (await readLines(file.rawPayload, ['题目或对象', '联系电话'])).map((line) => line.values)
}

test('masks the author and the nominee, and leaves drafts out', async () => {
  expect(await exportWorks()).toMatchObject([{ 题目或对象: '李*涵', 姓名: '联**甲', 联系电话: '139****5678' }])
})

test('shows the author and the nominee with a reason, which is audited', async () => {
  expect(await exportWorks(unmasked)).toMatchObject([
    { 题目或对象: '李书涵', 姓名: '联系人甲', 联系电话: '13912345678', 单位: '县医院' },
  ])
  expect((await selectAuditEntries(server().kit.sql)).at(-1)).toMatchObject({
    action: 'submissionsExported',
    subject: `submissionCall ${callId}`,
    reason: '确认导出1行，不脱敏：寄送获奖证书',
  })
})

// the rows of a full sheet are those of the list from which it was requested
test.each([{}, unmasked])('searches the visible text only, with %o', async (options) => {
  await expect(exportWorks(options, '书涵')).rejects.toThrow('表格里没有数据')
  expect(await exportWorks(options, '李*涵')).toHaveLength(1)
})
