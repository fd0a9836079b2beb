// Tests the export of a call's works: authors masked, or in full with a reason; never drafts.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../test/test-server.ts'
import { useSubmissions } from '../../../../test/submission-steps.ts'
import { readLines } from '../../../kit/documents/sheets/sheets.ts'
import { writeExports } from '../../exports/exports.ts'

const server = useTestServer()
const submissions = useSubmissions(server)
const { staff } = submissions

test('masks authors, shows them with a reason, and contains this call only', async () => {
  const { id: callId } = await submissions.openCall('individual')
  const fields = { name: '联系人甲', phone: '13912345678', company: '县医院', deeds: '事'.repeat(300) }
  const ann = await server().enter('user')
  await submissions.handIn(ann, 'individual', { ...fields, title: '李书涵' })
  await submissions.saveDraft(await server().enter('user'), 'individual', { ...fields, title: '没有交的' })
  const linesOf = async (more: object = {}, key = '') => {
    const query = { callId: `${callId}`, key }
    const { data } = await server().callAs(staff(), 'POST /admin/export', { kind: 'submissions', query, ...more })
    if (data.state === 'asked') await server().callAs(staff(), 'POST /admin/export/confirm', { id: data.id })
    await writeExports(server().kit)
    const { url } = (await server().callAs(staff(), 'GET /admin/export', { id: data.id })).data
    const file = await server().app.inject({ url, headers: { authorization: `Bearer ${staff().token}` } })
    return (await readLines(file.rawPayload, ['题目或对象', '联系电话'])).map((line) => line.values)
  }
  expect(await linesOf()).toMatchObject([{ 题目或对象: '李*涵', 姓名: '联**甲', 联系电话: '139****5678' }])
  expect(await linesOf({ isFull: true, reason: '寄送获奖证书' })).toMatchObject([
    { 题目或对象: '李书涵', 姓名: '联系人甲', 联系电话: '13912345678', 单位: '县医院' },
  ])
  // a search does not find masked text, and a full sheet has the same rows as the list from which it was requested
  await expect(linesOf({}, '书涵')).rejects.toThrow('表格里没有数据')
  expect(await linesOf({}, '李*涵')).toHaveLength(1)
  await expect(linesOf({ isFull: true, reason: '寄送获奖证书' }, '书涵')).rejects.toThrow('表格里没有数据')
  expect(await linesOf({ isFull: true, reason: '寄送获奖证书' }, '李*涵')).toMatchObject([{ 题目或对象: '李书涵' }])
  const [entry] = await server().kit.sql`select action, subject, reason from audit_log order by id desc limit 1`
  expect(entry).toMatchObject({
    action: 'submissionsExported',
    subject: `submissionCall ${callId}`,
    reason: '确认导出1行，不脱敏：寄送获奖证书',
  })
})
