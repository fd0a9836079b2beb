// Export of a meeting's registrations, for hotel or printer: masked, or unmasked with a reason.
import { fail } from '@xinqiao/contract/errors.ts'
import { RegistrationFilters } from '@xinqiao/contract/http/conference/registrations.ts'
import { attendTypeTitle, registrationStates } from '@xinqiao/contract/meetings.ts'
import type { Kit } from '../../../../kit/ctx.ts'
import { defineExportKind } from '../../../../kit/module.ts'
import { maskEmail, maskPhone } from '../../../../kit/text/masks.ts'
import type { SheetColumn } from '../../../../kit/documents/sheets/sheets.ts'
import { formatTime } from '../../../../kit/time.ts'
import { openContact, type ReceiptContactValues } from '../../records/contacts.ts'
import { formatTimeOrNull } from '../../present/present.ts'
import * as registrationStore from '../../records/registration-store.ts'
import { toRegistrationQuery } from './staff-list.ts'

type RegistrationExportRow = registrationStore.StaffRegistrationRow

function exportColumnsFor(kit: Kit, isFull: boolean): readonly SheetColumn<RegistrationExportRow>[] {
  const openedContacts = new WeakMap<RegistrationExportRow, ReceiptContactValues>()
  const openContactOnce = (row: RegistrationExportRow): ReceiptContactValues => {
    const contact = openedContacts.get(row) ?? shownContact(row)
    openedContacts.set(row, contact)
    return contact
  }
  const shownContact = (row: RegistrationExportRow): ReceiptContactValues => {
    const contact = openContact(kit, row)
    if (isFull) return contact
    const masked = { phone: maskPhone(contact.phone), email: maskEmail(contact.email), address: '', postCode: '' }
    // diets may reveal religion or illness
    return { ...contact, ...masked, taxNumber: '', invoiceTitle: '', diet: '' }
  }
  return [
    { title: '姓名', value: (row) => row.name, width: 12 },
    { title: '性别', value: (row) => row.sex, width: 8 },
    { title: '单位', value: (row) => row.company, width: 30 },
    { title: '职务或职称', value: (row) => row.profess },
    { title: '参会身份', value: (row) => attendTypeTitle(row.attend_type) },
    { title: '专业委员会', value: (row) => row.unit_name ?? '', width: 24 },
    { title: '状态', value: (row) => registrationStates[row.state] },
    { title: '手机', value: (row) => openContactOnce(row).phone },
    { title: '邮箱', value: (row) => openContactOnce(row).email, width: 24 },
    { title: '通信地址', value: (row) => openContactOnce(row).address, width: 36 },
    { title: '邮编', value: (row) => openContactOnce(row).postCode, width: 10 },
    { title: '到达时间', value: (row) => formatTime(row.arrival_at), width: 20 },
    { title: '离开时间', value: (row) => formatTime(row.leave_at), width: 20 },
    { title: '标准间数', value: (row) => row.rooms, width: 10 },
    { title: '合住意愿', value: (row) => row.share_with },
    { title: '房间', value: (row) => row.room_name ?? '' },
    { title: '饮食需求', value: (row) => openContactOnce(row).diet },
    { title: '实缴（元）', value: (row) => (row.paid_cents === null ? null : row.paid_cents / 100) },
    { title: '订单号', value: (row) => row.order_no ?? '', width: 26 },
    { title: '发票抬头', value: (row) => openContactOnce(row).invoiceTitle, width: 28 },
    { title: '税号', value: (row) => openContactOnce(row).taxNumber, width: 22 },
    { title: '报名时间', value: (row) => formatTime(row.created_at), width: 20 },
    { title: '签到时间', value: (row) => formatTimeOrNull(row.arrived_at), width: 20 },
    { title: '签到处所报时间（时钟有误时）', value: (row) => formatTimeOrNull(row.claimed_at), width: 20 },
  ]
}

export const registrationExport = defineExportKind<RegistrationExportRow>({
  who: ['administrator', 'editor'],
  fullFor: ['administrator', 'editor'],
  action: 'registrationsExported',
  // the filter accepts other forms of the number, such as 0x10
  subjectOf: ({ meetingId }) => `meeting ${Number(meetingId)}`,
  open(kit, query, isFull) {
    const parsed = RegistrationFilters.safeParse(query)
    if (!parsed.success) throw fail('invalid')
    const registrationQuery = toRegistrationQuery(kit, parsed.data)
    return {
      count: () => registrationStore.countRegistrationsForStaff(kit.sql, registrationQuery),
      next: (afterId, limit) => registrationStore.selectRegistrationsAfter(kit.sql, registrationQuery, afterId, limit),
      columns: exportColumnsFor(kit, isFull),
      order: (a, b) => a.created_at.getTime() - b.created_at.getTime(),
    }
  },
})
