// Differences between two receipts, for display.
import type { RegistrationReceipt } from '@xinqiao/contract/http/conference/receipt.ts'
import type { StaffRegistrationRequest } from '@xinqiao/contract/http/conference/registrations.ts'
import { maskPhone } from '../../../kit/text/masks.ts'
import { formatTime, parseTime } from '../../../kit/time.ts'
import { pickContact, openContact } from '../records/contacts.ts'
import type { RegistrationRow } from '../records/store.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'

const phoneLabel = '手机号'
const maskGivenPhone = (phone: string) => (phone ? maskPhone(phone) : '')

/** Lists the changes, one line each, with masked phone numbers. */
export function listReceiptChanges(
  kit: KitInTransaction,
  row: RegistrationRow,
  to: RegistrationReceipt,
): StaffRegistrationRequest['wanted'] {
  const contact = openContact(kit, row)
  const newContact = pickContact(to)
  const lines = [
    { label: '单位', from: row.company, to: to.companyName },
    { label: '姓名', from: row.name, to: to.name ?? '' },
    { label: '性别', from: row.sex, to: to.sex ?? '' },
    { label: '职务或职称', from: row.profess, to: to.profess ?? '' },
    { label: '到达时间', from: formatTime(row.arrival_at), to: formatTime(parseTime(to.arrivalTime)) },
    { label: '离开时间', from: formatTime(row.leave_at), to: formatTime(parseTime(to.leaveTime)) },
    { label: '标准间', from: `${row.rooms}`, to: `${to.dorm ?? 0}` },
    { label: '合住意愿', from: row.share_with, to: to.shareWith ?? '' },
    { label: '饮食需求', from: contact.diet, to: newContact.diet },
    { label: phoneLabel, from: contact.phone, to: newContact.phone },
    { label: '邮箱', from: contact.email, to: newContact.email },
    { label: '通信地址', from: contact.address, to: newContact.address },
    { label: '邮编', from: contact.postCode, to: newContact.postCode },
    { label: '发票抬头', from: contact.invoiceTitle, to: newContact.invoiceTitle },
    { label: '税号', from: contact.taxNumber, to: newContact.taxNumber },
  ]
  // mask after comparing, because two numbers may differ only in the masked digits
  return lines
    .filter((line) => line.from !== line.to)
    .map((line) =>
      line.label === phoneLabel ? { ...line, from: maskGivenPhone(line.from), to: maskGivenPhone(line.to) } : line,
    )
}
