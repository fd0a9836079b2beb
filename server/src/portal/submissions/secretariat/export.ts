// Export of a call's works: authors are masked, or in full with a reason.
import { fail } from '@xinqiao/contract/errors.ts'
import { SubmissionFilters } from '@xinqiao/contract/http/submissions/staff.ts'
import { submissionStates } from '@xinqiao/contract/submissions.ts'
import { defineExportKind } from '../../../kit/module.ts'
import { maskName, maskPhone } from '../../../kit/text/masks.ts'
import { formatTime } from '../../../kit/time.ts'
import { openPerson, titleMaskingOf, textForStaff, titleForStaff } from '../rules/parts.ts'
import { toPoints } from '../rules/points.ts'
import * as store from '../records/store.ts'

export const submissionExport = defineExportKind<store.StaffSubmissionRow & { company: string }>({
  who: ['administrator', 'editor'],
  fullFor: ['administrator', 'editor'],
  action: 'submissionsExported',
  // the filter accepts other forms of the number, such as 0x10
  subjectOf: ({ callId }) => `submissionCall ${Number(callId)}`,
  open(kit, query, isFull) {
    const parsed = SubmissionFilters.safeParse(query)
    if (!parsed.success) throw fail('invalid')
    const { callId, state, key } = parsed.data
    // searches like the list from which it was requested, so that it has the same rows
    const describeFilters = (call: store.CallForPapersRow | null) => ({
      callId,
      state,
      key,
      titles: call ? titleMaskingOf(call) : ('whole' as const),
    })
    const presentPerson = (row: store.StaffSubmissionRow) => openPerson(kit, row)
    const presentName = (whole = '') => (isFull || !whole ? whole : maskName(whole))
    return {
      count: async () =>
        store.countSubmissionsForStaff(kit.sql, describeFilters(await store.selectCall(kit.sql, callId))),
      async next(afterId, limit) {
        const call = await store.selectCall(kit.sql, callId)
        const rows = await store.selectSubmissionsAfter(kit.sql, describeFilters(call), afterId, limit)
        return rows.map((row) => {
          const { company = '' } = presentPerson(row)
          if (isFull || !call) return { ...row, company }
          return { ...row, title: titleForStaff(row, call), company: textForStaff(row, call, company) }
        })
      },
      order: (a, b) => (b.submitted_at?.getTime() ?? 0) - (a.submitted_at?.getTime() ?? 0),
      columns: [
        { title: '题目或对象', width: 40, value: (row) => row.title },
        { title: '状态', value: (row) => submissionStates[row.state] },
        { title: '姓名', value: (row) => presentName(presentPerson(row).name) },
        { title: '单位', width: 30, value: (row) => row.company },
        {
          title: '联系电话',
          value: (row) => (isFull ? (presentPerson(row).phone ?? '') : maskPhone(presentPerson(row).phone ?? '')),
        },
        {
          title: '团队',
          width: 24,
          value: (row) => (presentPerson(row).team ?? []).map((member) => presentName(member.name)).join('、'),
        },
        { title: '提交时间', width: 20, value: (row) => row.submitted_at && formatTime(row.submitted_at) },
        { title: '已评', width: 8, value: (row) => row.reviews_done },
        { title: '平均分', width: 10, value: (row) => toPoints(row.score ?? row.mean) },
      ],
    }
  },
})
