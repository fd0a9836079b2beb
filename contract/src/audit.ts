// Labels of the audit log, and the entries that endpoints declare.

/** Actions of the audit log and their titles. */
export const auditActions = {
  alertTaken: '接手危机提醒',
  alertNoted: '记录危机跟进',
  alertClosed: '结束危机跟进',
  alertHandedOver: '交接危机提醒',
  drillRaised: '发起危机演练',
  protocolStepTaken: '咨询师或带领者的危机应对步骤',
  dutyChanged: '调整值班',
  dutySettingsChanged: '修改值班通知间隔',
  transcriptOpened: '查看对话记录',
  phoneRevealed: '查看手机号',
  conversationErased: '清除会话',
  groupMessagesErased: '清除群内个人消息',
  chatKicked: '断开聊天连接',
  chatBlocked: '停用聊天账号',
  chatUnblocked: '恢复聊天账号',
  chatMuted: '聊天禁言',
  chatUnmuted: '解除聊天禁言',
  chatGroupDissolved: '解散聊天小组',
  chatBroadcastSent: '发送聊天广播',
  certificateRevoked: '撤销证书',
  questionModerated: '审核问答',
  questionMerged: '合并问题',
  askerRevealed: '查看匿名提问者',
  counsellorChanged: '修改咨询师资料',
  credentialSettled: '核验咨询师证书',
  complaintHandled: '处理咨询投诉',
  bookingClientRevealed: '查看来访者联系方式',
  bookingContactOpened: '查看来访者的紧急联系人',
  bookingCalledOff: '取消咨询预约',
  peerGroupStateChanged: '改变同伴小组的状态',
  peerApplicationDecided: '审核入组申请',
  peerMemberMuted: '小组成员禁言或解除',
  peerMemberRemoved: '移出小组成员',
  peerMessageRemoved: '删除被举报的消息',
  peerReportHandled: '处理小组举报',
  peerTextsRead: '查看入组说明或小组举报',
  rosterGroupStateChanged: '改变名单群的状态',
  lectureStateChanged: '发布或取消直播讲座',
  lectureModeratorChanged: '设或取消讲座主持人',
  lectureCreditCorrected: '更正讲座学分',
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
  resultsWithoutReviews: '评审或修改未完成时公示或公布结果',
  submissionRevealed: '查看作者的完整资料',
  examCorrected: '更正考试答案',
  examCancelled: '取消考试',
  registrationsExported: '导出参会报名',
  registrationRevealed: '查看参会者联系方式',
  registrationCorrected: '更正参会回执',
  transferConfirmed: '确认转账到账',
  cashTaken: '现场收款',
  checkInRefused: '签到未计入',
  transferRefused: '退回转账凭证',
  receiptIssued: '登记票据号码',
  receiptVoided: '登记红冲号码',
  receiptMailRevealed: '查看票据的完整邮箱',
  duesPublished: '公示会费收支',
  duesChanged: '修改会费收支',
  billFetched: '获取账单并对账',
  differenceSettled: '处理对账差异',
  submissionsExported: '导出投稿与申报',
  factorRecoveryAsked: '申请恢复两步验证',
  factorRecoveryConfirmed: '确认恢复两步验证',
  factorRecoveryRefused: '不同意恢复两步验证',
  dataRequestAdded: '申请删除聊天消息或注销账号',
  dataRequestWithdrawn: '撤回删除或注销的申请',
  dataRequestCarriedOut: '办理删除或注销的申请',
  dataRequestRefused: '不办理删除或注销的申请',
  staffCall: '其他操作',
} as const
export type AuditAction = keyof typeof auditActions

/** Subjects of audited actions, as staff read them. Entries that older versions wrote have the subject `id`. */
export const auditSubjects = {
  account: '账号',
  announcement: '征集公告',
  answer: '回答',
  app: '开放接入的应用',
  article: '文章',
  attempt: '作答',
  banner: '轮播图',
  bill: '对账单',
  billDifference: '对账差异',
  booking: '预约',
  branch: '分支机构',
  bulletin: '公告',
  call: '征集',
  calendar: '节假日',
  certificate: '证书',
  committee: '专业委员会',
  chatAccount: '聊天账号',
  chatBroadcast: '聊天广播',
  chatWord: '聊天词语',
  complaint: '咨询投诉',
  conversation: '会话',
  chatGroup: '聊天群',
  counsellor: '咨询师',
  credential: '咨询师证书',
  crisisAlert: '危机提醒',
  dataRequest: '删除或注销的申请',
  domain: '咨询领域',
  dues: '会费收支',
  dutySettings: '值班通知间隔',
  exam: '考试',
  examAttempt: '作答',
  examGroup: '考生分组',
  examPaper: '试卷',
  examQuestion: '试题',
  floatingAd: '浮动广告',
  guide: '站内向导',
  guideBuiltIn: '向导自带的问题',
  guideQuestion: '向导的常见问题',
  id: '编号',
  lecture: '直播讲座',
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
  peerApplication: '入组申请',
  peerGroup: '同伴小组',
  peerReport: '小组举报',
  question: '问题',
  receipt: '票据',
  receiptSeal: '票据印章',
  refund: '退款',
  registration: '参会报名',
  registrationRequest: '报名变更申请',
  room: '房间',
  rosterGroup: '名单群',
  site: '网站设置',
  submission: '投稿与申报',
  submissionCall: '征集与评奖',
  transfer: '银行转账',
  watchedWord: '关注词语',
} as const
/** Kind of the subject, and its id. */
export type AuditSubjectKind = keyof typeof auditSubjects
export type AuditSubject = AuditSubjectKind | `${AuditSubjectKind} ${string}`

/** An entry, without the person and the time. */
export type AuditEntryDraft = {
  action: AuditAction
  /** The object of the action, such as `crisisAlert 12`. */
  subject: AuditSubject
  reason?: string
  detail?: Record<string, string | number | boolean>
}

/** Entries of a request: usually one, several for a batch, none when it changed nothing. */
export type AuditDescriber<I, O> = (input: I, output: O) => AuditEntryDraft | readonly AuditEntryDraft[]

/** Entry with the endpoint's title, about the object that the input names in `id` or in this field. */
export function auditChangeOf(kind: AuditSubjectKind): (input: { id: number | string }) => AuditEntryDraft
export function auditChangeOf<K extends string>(
  kind: AuditSubjectKind,
  field: K,
): (input: Record<K, number | string>) => AuditEntryDraft
export function auditChangeOf(kind: AuditSubjectKind, field = 'id') {
  return (input: Record<string, number | string>): AuditEntryDraft => ({
    action: 'staffCall',
    subject: `${kind} ${input[field]!}`,
  })
}

/** Entry with the endpoint's title, about the object that the request created. */
export const auditCreationOf =
  (kind: AuditSubjectKind) =>
  (_input: unknown, output: { id: number }): AuditEntryDraft => ({
    action: 'staffCall',
    subject: `${kind} ${output.id}`,
  })

/** Entry about an object that exists only once on the site, such as its settings. */
export const auditChangeOfOnly = (kind: AuditSubjectKind) => (): AuditEntryDraft => ({
  action: 'staffCall',
  subject: kind,
})

type ReasonInput = { reason?: string }

/** Entry with an action of its own, and the reason that the staff member gave. */
export function auditActionOn(
  action: AuditAction,
  kind: AuditSubjectKind,
): (input: ReasonInput & { id: number | string }) => AuditEntryDraft
export function auditActionOn<K extends string>(
  action: AuditAction,
  kind: AuditSubjectKind,
  field: K,
): (input: ReasonInput & Record<K, number | string>) => AuditEntryDraft
export function auditActionOn(action: AuditAction, kind: AuditSubjectKind, field = 'id') {
  return (input: ReasonInput & Record<string, number | string>): AuditEntryDraft => ({
    action,
    subject: `${kind} ${input[field]!}`,
    reason: input.reason ?? '',
  })
}

/** Value of `audit` for endpoints whose handler writes the entries, because they need more than input and output. */
export const auditedByHandler = (): readonly AuditEntryDraft[] => []
