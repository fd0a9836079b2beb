// Entry file of registrations: what other features of the conference may use.
export { cancelOwnRegistration } from './own/cancel.ts'
export { changeOwnReceipt } from './own/change-receipt.ts'
export { getOwnRegistration, getRegistrationPage, listOwnRegistrations } from './own/registration-page.ts'
export { requestTransfer } from './own/request-transfer.ts'
export { endRegistration } from './end/end-registration.ts'
export { lapseOverdueRegistrations, offerPlaces } from './waiting-list/waiting-list.ts'
export { endWaitingLists, notifyOverdueRequests, remindUnpaidRegistrations } from './reminders/reminders.ts'
export { createRegistrationId, readReceipt } from './sign-up/receipt.ts'
export { describeOutcome, registerForMeeting, requireActiveMember } from './sign-up/register.ts'
export { suggestReceipt } from './sign-up/suggestion.ts'
export { correctReceipt } from './staff/correct-receipt.ts'
export { getRegistrationDetail } from './staff/detail.ts'
export { registrationExport } from './staff/export.ts'
export {
  cancelByStaff,
  listRegistrations,
  presentRegistration,
  revealContact,
  refundCancelledRegistration,
} from './staff/staff-list.ts'
