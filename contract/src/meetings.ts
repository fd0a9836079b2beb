// Labels of the conference, separate from the schemas so that browsers load them without zod.

/** Attendance types by their number on the wire (portal.md 9). */
export const attendTypeIds = { member: 1, nonMember: 2, committee: 3, student: 4 } as const
export type AttendType = (typeof attendTypeIds)[keyof typeof attendTypeIds]
export const attendTypeList: readonly AttendType[] = Object.values(attendTypeIds)
/** True for the type that only members may choose, at their own price. */
export const needsMembership = (id: number): boolean => id === attendTypeIds.member
/** True for the type that names a special committee. */
export const needsCommittee = (id: number): boolean => id === attendTypeIds.committee

/** Labels of the attendance types, on the form and at the cashier (portal.md 9). */
export const attendTypes = {
  1: { choice: '协会会员', identity: '协会会员' },
  2: { choice: '非会员', identity: '非会员' },
  3: { choice: '专业委员会委员', identity: '专业委员会委员' },
  4: { choice: '在校学生', identity: '协会学生' },
} as const
const isAttendType = (id: number): id is AttendType => attendTypeList.includes(id as AttendType)

/** portal.md 2: the label of the payment screen. */
export const identityTitle = (id: number): string => (isAttendType(id) ? attendTypes[id].identity : '未知身份')
export const attendTypeTitle = (id: number): string => (isAttendType(id) ? attendTypes[id].choice : '未知身份')

export const registrationStates = {
  pending: '待缴费',
  paid: '已缴费',
  waiting: '候补中',
  cancelled: '已取消',
  lapsed: '逾期未缴费',
  refunded: '已退款',
} as const
export type RegistrationState = keyof typeof registrationStates

/** True for a registration that has a place or waits for one. */
export const isLiveState = (state: RegistrationState): boolean =>
  state === 'pending' || state === 'paid' || state === 'waiting'

/** Payment state on the wire: portal.md 3 defines 1 for paid, and treats all others as unpaid. */
export const wireStatus: Record<RegistrationState, number> = {
  pending: 0,
  paid: 1,
  waiting: 2,
  cancelled: 3,
  lapsed: 4,
  refunded: 5,
}

export const meetingStates = { draft: '草稿', open: '已发布', closed: '已结束' } as const
export type MeetingState = keyof typeof meetingStates

/** Pages show the annual conference when no meeting is named. */
export const meetingKinds = { annual: '学术年会', event: '培训与会议' } as const
export type MeetingKind = keyof typeof meetingKinds

export const requestKinds = { change: '变更回执', transfer: '转让名额', cancel: '取消参会' } as const
export type RegistrationRequestKind = keyof typeof requestKinds
/** The secretariat answers a request of a participant within this many working days. */
export const answerWorkingDays = 3
export const requestStates = { asked: '待处理', approved: '已同意', refused: '未同意' } as const
export type RegistrationRequestState = keyof typeof requestStates

export const meetingMessages = {
  alreadyPaid: '您已报名并缴费，请勿重复操作',
  notPaidYet: '您已报名但未缴费，是否前往缴费？',
  goToPay: '报名成功，是否前往缴费？',
  failed: '报名失败',
  incomplete: '请完善信息',
  payTimedOut: '支付超时，请重新支付',
  paid: '参会缴费支付成功',
  notAMember: '您不是本会有效会员，请选择非会员通道报名',
  full: '该参会身份的名额已满，可以登记候补',
} as const

/** The invoice of a receipt: electronic, sent by mail. */
export const invoiceMessages = {
  taxNumber: '请输入正确的纳税人识别号，为15至20位数字或大写字母',
  title: '请填写发票抬头',
  email: '电子发票发送至邮箱，请填写接收发票的邮箱',
  paidByOther: '会务费由原参会人缴纳，发票只能开给缴费人，不能在此填写抬头和税号',
} as const

/**
 * Messages of check-in outside the days of the meeting.
 * @param from in the wire format
 */
export const checkInMessages = {
  early: (from: string) => `签到自${from.slice(0, 16)}开始，现在还不能签到`,
  over: '会议已结束，不能再签到',
  walkInEarly: (from: string) => `签到自${from.slice(0, 16)}开始，届时才能办理现场报名`,
  walkInOver: '会议已结束，不能再办理现场报名',
} as const

/** Credits are stored in tenths, and displayed as whole credits with a fraction. */
export const creditsOfTenths = (tenths: number): number => tenths / 10

/** How often the cashier polls for a payment: every three seconds, fifty times (portal.md 4, 9). */
export const meetingPoll = { everyMs: 3000, times: 50 } as const
