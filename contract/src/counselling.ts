// Labels and limits of counselling, separate from the schemas so that browsers load them without zod.
export const credentialStates = { pending: '待核验', verified: '已核验', refused: '未通过' } as const
export type CredentialState = keyof typeof credentialStates

export const bookingStates = {
  held: '待支付',
  booked: '已预约',
  done: '已完成',
  noShow: '未到',
  cancelled: '已取消',
  lapsed: '已失效',
} as const
export type BookingState = keyof typeof bookingStates

export const bookingModes = { online: '在线咨询', offline: '线下咨询' } as const
export type BookingMode = keyof typeof bookingModes
export type SlotMode = BookingMode | 'both'

export const consultationMinutes = 50
export const bufferMinutes = 10
/** portal.md 9: an appointment can be changed or cancelled until 24 hours before. */
export const minHoursBeforeChange = 24
/** Minimum notice of a booking in hours, so that the counsellor can prepare. */
export const minHoursBeforeBooking = 2
export const bookableDays = 28
/** An unpaid booking holds its slot for this many minutes. */
export const holdMinutes = 15
/** Maximum number of unpaid holds per client over all counsellors; with one counsellor, at most one. */
export const maxHolds = 3
