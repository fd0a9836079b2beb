// Fields of a counsellor that staff enter and visitors read: their columns, and their conversion in both directions.
import type { StaffCounsellor } from '@xinqiao/contract/http/counsellors/staff.ts'
import type { Rows } from '../../../db/rows.ts'
import { cleanHtml } from '../../kit/text/clean-html.ts'

export const fieldColumnNames = [
  'department',
  'professional_title',
  'description',
  'qualification',
  'price_cents',
  'working_hours',
  'phone',
] as const
type CounsellorFieldColumns = Pick<Rows['counsellor'], (typeof fieldColumnNames)[number]>

export const presentFields = (row: CounsellorFieldColumns) => ({
  department: row.department,
  professionalTitle: row.professional_title,
  description: row.description,
  qualification: row.qualification,
  price: row.price_cents,
  duration: row.working_hours,
  phone: row.phone,
})

export const toFieldColumns = (
  draft: Pick<StaffCounsellor, keyof ReturnType<typeof presentFields>>,
): CounsellorFieldColumns => ({
  department: draft.department,
  professional_title: draft.professionalTitle,
  description: draft.description,
  qualification: cleanHtml(draft.qualification),
  price_cents: draft.price,
  working_hours: draft.duration,
  phone: draft.phone,
})
