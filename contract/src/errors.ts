// All errors of HTTP requests: name in the code, status (repeated in `code`), and message for the user.
type ErrorDefinition = { status: number; message: string }

export const errors = {
  invalid: { status: 400, message: '提交的内容有误，请检查后重试' },
  malformed: { status: 400, message: '请求格式不正确' },
  notSignedIn: { status: 401, message: '请先登录' },
  sessionExpired: { status: 401, message: '登录信息过期重新登录' },
  wrongCredentials: { status: 400, message: '账号或密码错误' },
  secondFactorNeeded: { status: 428, message: '请完成第二步验证' },
  wrongFactor: { status: 400, message: '验证没有通过，请核对后重试' },
  wrongOwnPassword: { status: 400, message: '密码错误，请重新输入' },
  tooManyFactorFailures: { status: 429, message: '验证失败次数过多，请10分钟后再试' },
  ticketExpired: { status: 409, message: '验证已超时，请重新开始' },
  stepUpNeeded: { status: 428, message: '请先确认是您本人操作' },
  passwordChangeNeeded: { status: 403, message: '请先修改初始密码，再继续使用' },
  factorEnrolmentNeeded: { status: 403, message: '请先启用两步验证，再继续使用' },
  passkeysUnavailable: { status: 409, message: '当前网址不支持通行密钥，请使用动态验证码' },
  tooManyFactors: { status: 409, message: '已达到可添加的数量，请先移除不用的验证方式' },
  lastFactor: { status: 409, message: '您的角色必须启用两步验证，请先添加另一种方式，再移除这一种' },
  ownFactors: { status: 403, message: '不能恢复本人的两步验证，请由其他管理员操作' },
  noFactors: { status: 409, message: '该账号没有启用两步验证，无需恢复' },
  recoverySamePerson: { status: 403, message: '须由申请人以外的另一位管理员确认' },
  accountDisabled: { status: 403, message: '该账号已停用，请联系协会秘书处' },
  tooManyFailures: { status: 429, message: '密码错误次数过多，请10分钟后再试，或使用短信验证码重置密码' },
  forbidden: { status: 403, message: '您没有权限进行此操作' },
  notModerator: { status: 403, message: '只有这场讲座的主持人可以这样做' },
  notYours: { status: 403, message: '只能操作本人的信息' },
  foreignOrigin: { status: 403, message: '请求来源不正确，请从本站页面操作' },
  notFound: { status: 404, message: '您访问的内容不存在或已下线' },
  noSuchCall: { status: 404, message: '接口不存在' },
  pushServiceUnknown: { status: 400, message: '暂不支持此浏览器的通知服务，请改用短信或邮件接收' },
  guideAlwaysAnswers: { status: 400, message: '这个问题关系到安全，站内向导始终回答' },
  soundsDangerous: {
    status: 409,
    message: '这段话读起来像有人身处危险，收到的人会以为是真的。确实要发出去吗？',
  },
  tooManyGuideQuestions: { status: 400, message: '最多添加200个常见问题，请先删除不用的' },
  wordTaken: { status: 400, message: '词库中已有该词语' },
  playgroundClosed: { status: 404, message: '试用页没有开放，请联系协会管理员' },
  playgroundFixed: { status: 409, message: '试用页只能启用或停用' },
  siteAppFixed: { status: 409, message: '本站的来源由部署设置决定，不能在这里修改或停用' },
  notAWord: { status: 400, message: '词语中至少要有一个字' },
  usernameTaken: { status: 400, message: '该账号已被注册，请换一个' },
  phoneTaken: { status: 400, message: '该手机号已注册，请直接登录' },
  wrongCode: { status: 400, message: '验证码错误或已失效，请重新获取' },
  wrongOldPassword: { status: 400, message: '原密码错误' },
  smsTooOften: { status: 429, message: '验证码发送过于频繁，请稍后再试' },
  smsExhausted: {
    status: 429,
    message:
      '今日短信发送次数已达上限，明天0点后可再试。请改用登录过的设备获取，记得密码时可直接登录，或联系协会秘书处',
  },
  mailUnavailable: { status: 409, message: '本站暂时无法发送邮件，请稍后再试；站内消息与短信不受影响' },
  emailTooOften: { status: 429, message: '验证邮件发送过于频繁，请1分钟后再试' },
  emailExhausted: { status: 429, message: '今日验证邮件发送次数已达上限，请明天再试' },
  challengeNeeded: { status: 428, message: '请先完成安全验证后再试' },
  alreadyApplied: { status: 400, message: '您已经提交过申请，请勿重复提交' },
  noSeatLeft: { status: 409, message: '席位已用完，请先收回不再使用的席位' },
  seatTaken: { status: 409, message: '对方已在使用一个单位会员席位' },
  changedMeanwhile: { status: 409, message: '内容已被他人修改，请刷新后再保存' },
  lastAdministrator: { status: 409, message: '至少要保留一位启用中的管理员' },
  nothingToPay: { status: 409, message: '当前没有需要支付的费用' },
  alreadyPaid: { status: 409, message: '该笔费用已支付，无需重复支付' },
  payUnavailable: { status: 503, message: '支付服务暂时不可用，请稍后再试' },
  refundTooMuch: { status: 409, message: '退款金额超过可退金额' },
  alreadyAsked: { status: 409, message: '已经申请过，请勿重复申请' },
  amountDiffers: { status: 409, message: '金额与应付金额不符' },
  numberTaken: { status: 409, message: '该号码已登记，请核对' },
  samePerson: { status: 403, message: '退款须由申请人以外的另一人审批' },
  wrongState: { status: 409, message: '当前状态不能进行此操作，请刷新后重试' },
  examNotOpen: { status: 409, message: '现在不在考试时间内' },
  examNotBegun: { status: 409, message: '您还没有开始这场考试，请先打开试卷' },
  examOver: { status: 409, message: '本次考试已结束，系统已保留时间结束前的作答，之后的作答不计入成绩' },
  examHandedIn: { status: 409, message: '您已交卷，之后的作答不计入成绩' },
  noAttemptsLeft: { status: 409, message: '您已用完这场考试的作答次数' },
  resultNotShown: { status: 409, message: '答案与解析尚未公布，请在公布后查看' },
  wrongAnswer: { status: 400, message: '作答内容与试卷不符，请刷新页面后重试' },
  notAnExamFile: { status: 400, message: '无法读取该文件，请上传 Excel、Word、GIFT 文本或 QTI 2.2/3.0 文件' },
  notAPicture: { status: 400, message: '这不是有效的图片，请上传 JPG、PNG、WebP、GIF 或 AVIF 图片' },
  pictureTooLarge: { status: 400, message: '图片尺寸过大，请缩小后再上传' },
  wrongFileKind: { status: 400, message: '不支持的文件类型，请上传 PDF、Word、Excel、PPT 或 ZIP 文件' },
  notAWordFile: { status: 400, message: '无法读取该 Word 文件，请另存为 .docx 后重试' },
  fileInfected: { status: 400, message: '文件未通过安全检查，请检查后重新上传' },
  notASheet: { status: 400, message: '无法读取该表格，请另存为 .xlsx 后重试' },
  previewMissing: { status: 501, message: '这个网站没有安装文档预览，请下载后查看' },
  previewBusy: { status: 503, message: '现在预览的人较多，请稍后再试' },
  previewFailed: { status: 422, message: '这份文件不能预览，请下载后查看' },
  wrongChatFile: { status: 400, message: '文件内容与类型不符，无法发送' },
  wrongUploadToken: { status: 403, message: '上传凭证无效或已过期，请重新发送' },
  uploadOutOfPlace: { status: 409, message: '请从服务器已收到的位置继续上传' },
  fileTooLarge: { status: 413, message: '文件超过大小限制' },
  uploadTooSlow: { status: 400, message: '上传速度过慢，已中断，请换一个网络后重试' },
  uploadQuota: { status: 429, message: '今日上传的文件已达上限，请明天再试' },
  fileMissing: { status: 400, message: '请选择文件，空的文件不能上传' },
  questionClosed: { status: 409, message: '该问题已关闭，不能再回答' },
  wordRefused: { status: 400, message: '内容中含有不允许发布的词语，请修改后再提交' },
  alreadyReported: { status: 409, message: '您已举报过，请等待处理' },
  slotTaken: { status: 409, message: '这个时段刚刚被预约，请选择其他时间' },
  noSuchSlot: { status: 409, message: '咨询师在这个时间不接受预约，请选择其他时间' },
  slotPast: { status: 409, message: '这个时间已过或即将开始，请选择之后的时间' },
  tooManyHolds: { status: 409, message: '您有尚未支付的预约，请先完成支付或取消，再预约新的时间' },
  slotGone: { status: 409, message: '这个时段不支持所选的咨询方式，请重新选择' },
  ownOverlap: { status: 409, message: '您在这个时间已有其他预约' },
  tooLate: { status: 409, message: '距开始不足24小时，不能改期或取消' },
  domainTaken: { status: 409, message: '已有同名的标签' },
  alreadyAppealed: { status: 409, message: '您已提交过申诉，请等待复核' },
  callFull: { status: 409, message: '通话已满10人，请等有人离开后再加入' },
  mediaUnavailable: { status: 409, message: '通话服务暂时连不上，请稍后再试' },
  tooLarge: { status: 413, message: '提交的内容过大' },
  tooManyRequests: { status: 429, message: '操作过于频繁，请稍后再试' },
  notAMember: { status: 500, message: '您不是本会有效会员，请选择非会员通道报名' }, // portal.md 7 requires the code 500
  internal: { status: 500, message: '服务暂时出现问题，请稍后再试' },
  busy: { status: 503, message: '现在使用的人较多，请稍等几秒再试' },
  unavailable: { status: 503, message: '服务正在维护，请稍后再试' },
  readOnly: { status: 503, message: '现在只能查看，暂时不能保存，请稍后再试' },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorName = keyof typeof errors

/** Field errors of an `invalid` reply: field name to Chinese message. */
export type FieldErrors = Record<string, string>

export class Failure extends Error {
  readonly reason: ErrorName
  readonly status: number
  readonly data: unknown
  constructor(reason: ErrorName, message: string, data: unknown) {
    super(message)
    this.reason = reason
    this.status = errors[reason].status
    this.data = data
  }
}

/**
 * Creates the error to throw: `throw fail('notFound')`.
 * @param message replaces the default message if the specification has its own
 * @param data becomes `data` of the envelope
 */
export const fail = (reason: ErrorName, message?: string, data: unknown = null): Failure =>
  new Failure(reason, message ?? errors[reason].message, data)

/** Creates the refusal of fields of a form, with the message of each. */
export const failFields = (fields: Readonly<Record<string, string>>): Failure =>
  fail('invalid', Object.values(fields).join('；'), { fields })

/** Creates the refusal of one field of a form, with this message. */
export const failField = (field: string, message: string): Failure => failFields({ [field]: message })

/** @throws Failure notFound when there is no value */
export function orNotFound<T>(value: T | null | undefined): T {
  if (!value) throw fail('notFound')
  return value
}
