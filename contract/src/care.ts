// Words of the duty list, apart from the schemas so that browsers show them without zod.

/** What a message sounded like: a plan or deed, a thought or hint, or worry about somebody else. */
export const crisisLevels = ['plan', 'thought', 'other'] as const
export type CrisisLevel = (typeof crisisLevels)[number]
export const levelTitles: Record<'plan' | 'thought', string> = { plan: '有计划或行动', thought: '有轻生念头' }

export const alertStates = { open: '待处理', taken: '跟进中', closed: '已结束' } as const
export type AlertState = keyof typeof alertStates

export const outcomes = {
  contacted: '已联系本人或家人，情况稳定',
  referred: '已转介医院、公安或心理援助热线',
  unreachable: '多次联系未果，已按预案上报',
  falseAlarm: '经核实不属于危机',
} as const
export type Outcome = keyof typeof outcomes

/** Actions of the audit log and their titles. */
export const auditActions = {
  alertTaken: '接手危机提醒',
  alertNoted: '记录危机跟进',
  alertClosed: '结束危机跟进',
  dutyChanged: '调整值班',
  transcriptOpened: '查看对话记录',
  phoneRevealed: '查看手机号',
  conversationErased: '清除会话',
  certificateRevoked: '撤销证书',
  questionModerated: '审核问答',
  questionMerged: '合并问题',
  askerRevealed: '查看匿名提问者',
  counsellorChanged: '修改咨询师资料',
  credentialSettled: '核验咨询师证书',
  complaintHandled: '处理咨询投诉',
  bookingClientRevealed: '查看来访者联系方式',
  bookingCalledOff: '取消咨询预约',
  calendarChanged: '修改节假日',
  bulletinSent: '发布公告',
  bulletinWithdrawn: '撤回公告',
  refundAsked: '申请退款',
  refundApproved: '批准退款',
  refundRefused: '不批准退款',
  refundTransferred: '登记退款已汇出',
  refundRedirected: '异常退款转入本会账户',
  applicationRevealed: '查看入会申请的完整资料',
  resumeOpened: '查看简历',
  applicationDecided: '审核入会申请',
  memberRevealed: '查看会员的完整资料',
  memberCorrected: '更正会员资料',
  memberEnded: '终止会籍',
  representativeChanged: '更换会员代表',
  levelWishAnswered: '答复变更会员类别',
  membersExported: '导出会员名单',
  membersImported: '导入会员',
  feeDecided: '登记会费标准',
  membershipSettingsChanged: '修改会籍设置',
  examExtended: '延长考试时间',
  examEnded: '结束考生作答',
  objectionDecided: '答复评奖异议',
  resultsWithoutReviews: '评审未完成时公示或公布结果',
  submissionRevealed: '查看作者的完整资料',
  examCorrected: '更正考试答案',
  examCancelled: '取消考试',
  registrationsExported: '导出参会报名',
  registrationRevealed: '查看参会者联系方式',
  transferConfirmed: '确认转账到账',
  cashTaken: '现场收款',
  checkInRefused: '签到未计入',
  transferRefused: '退回转账凭证',
  receiptIssued: '登记票据号码',
  receiptVoided: '登记红冲号码',
  duesPublished: '公示会费收支',
  duesChanged: '修改会费收支',
  billFetched: '获取账单并对账',
  differenceSettled: '处理对账差异',
  submissionsExported: '导出投稿与申报',
  staffCall: '其他操作',
} as const
export type AuditAction = keyof typeof auditActions

/** What such an act is done to, as staff read it. `id` is of what the act's own title names. */
export const auditSubjects = {
  account: '账号',
  answer: '回答',
  attempt: '作答',
  bill: '对账单',
  billDifference: '对账差异',
  booking: '预约',
  branch: '分支机构',
  bulletin: '公告',
  call: '征集',
  calendar: '节假日',
  certificate: '证书',
  complaint: '咨询投诉',
  conversation: '会话',
  counsellor: '咨询师',
  credential: '咨询师证书',
  crisisAlert: '危机提醒',
  dues: '会费收支',
  exam: '考试',
  examAttempt: '作答',
  examQuestion: '试题',
  id: '编号',
  level: '会员类别',
  meeting: '会议',
  member: '会员',
  memberApplication: '入会申请',
  memberFee: '会费标准',
  members: '会员名单',
  membershipSettings: '会籍设置',
  objection: '公示异议',
  order: '订单',
  payment: '收款',
  question: '问题',
  receipt: '票据',
  refund: '退款',
  registration: '参会报名',
  room: '房间',
  submission: '投稿与申报',
  submissionCall: '征集与评奖',
  transfer: '银行转账',
} as const
/** Its kind, and which one. */
export type AuditSubject = keyof typeof auditSubjects | `${keyof typeof auditSubjects} ${string}`
