// Labels and simple rules of membership, separate from the schemas so that browsers load them without zod.

export const memberGenders = ['男', '女'] as const
export const politicalStatuses = ['群众', '共青团员', '中共党员', '民主党派'] as const // choices in the form (portal.md 3)
export const educations = ['高中', '大专', '本科', '硕士', '博士'] as const // choices in the form (portal.md 3)

export const memberKinds = { individual: '个人会员', unit: '单位会员' } as const
export type MemberKind = keyof typeof memberKinds

export const applicationStates = {
  draft: '草稿',
  submitted: '待审核',
  returned: '退回补正',
  rejected: '未通过',
  approved: '待缴费',
  joined: '已入会',
  withdrawn: '已撤回',
} as const
export type ApplicationState = keyof typeof applicationStates

/** Bodies that review an application: the secretariat alone, or a branch before it. */
export const reviewBodies = { branch: '分支机构初审', secretariat: '秘书处审核' } as const
export type ReviewBody = keyof typeof reviewBodies

export const applicationDecisions = { approve: '通过', return: '退回补正', reject: '不通过' } as const
export type ApplicationDecision = keyof typeof applicationDecisions

export const memberStates = { active: '有效', grace: '宽限期', lapsed: '已失效', left: '已退会' } as const
export type MemberState = keyof typeof memberStates

/** Reminders about the end of a term. */
export const reminderKinds = {
  reminder: '续费提醒',
  grace: '进入宽限期',
  lapsed: '会籍失效',
  left: '视为退会',
} as const
export type ReminderKind = keyof typeof reminderKinds

export const applicationSteps = {
  submitted: '提交申请',
  branchPassed: '初审通过',
  approved: '审核通过',
  returned: '退回补正',
  rejected: '审核未通过',
  withdrawn: '撤回申请',
  joined: '缴费入会',
} as const
export type ApplicationStep = keyof typeof applicationSteps

/** Warnings for the reviewer; none of them refuses an application. */
export const applicationWarnings = {
  oldNumber: '身份证号码为15位旧号，请核对证件',
  wrongCheckDigit: '身份证号码校验位不符，请核对证件',
  wrongBirthDate: '身份证号码中的出生日期不存在',
  otherGender: '所填性别与身份证号码不一致',
  wrongCreditCode: '统一社会信用代码校验位不符，请核对证照',
  numberInUse: '该证件号码已有会员或另一份申请在使用',
  phoneInUse: '该手机号码已有会员或另一份申请在使用',
  noConsent: '申请人尚未单独同意处理敏感个人信息',
} as const
export type ApplicationWarning = keyof typeof applicationWarnings

/** Form of an ID number: 15 digits, or 18 characters (portal.md 5). */
export const idCardPattern = /^(\d{15}|\d{18}|\d{17}[\dXx])$/
export const mobilePattern = /^1[3-9]\d{9}$/
export const creditCodePattern = /^[0-9A-HJ-NP-RT-UW-Y]{2}\d{6}[0-9A-HJ-NP-RT-UW-Y]{10}$/
export const resumeEndings = ['pdf', 'doc', 'docx'] as const
export const resumeMessages = {
  kind: '只能上传PDF、DOC或DOCX格式的文件！',
  size: '文件大小不能超过10MB！',
  done: '文件上传成功',
  failed: '文件上传失败',
} as const

/** Fields of a person's application, in the order of the form. */
export const individualFields = {
  name: '姓名',
  gender: '性别',
  idCard: '身份证号码',
  ethnicity: '民族',
  nativePlace: '籍贯',
  politicalStatus: '政治面貌',
  education: '学历',
  major: '专业',
  title: '职称',
  currentPosition: '现任职务',
  organization: '所在单位',
  officePhone: '办公电话',
  mobilePhone: '手机号码',
  address: '通讯地址',
  email: '邮箱地址',
  qqOrWechat: 'QQ或微信',
  resumeUrl: '个人简历',
} as const
export type IndividualField = keyof typeof individualFields

/** Fields of a unit's application. */
export const unitFields = {
  unitName: '单位名称',
  creditCode: '统一社会信用代码',
  unitNature: '单位性质',
  address: '单位地址',
  staffCount: '从业人员数',
  business: '心理健康相关业务',
  representative: '会员代表姓名',
  representativePost: '会员代表职务',
  mobilePhone: '会员代表手机号码',
  email: '邮箱地址',
  resumeUrl: '证照与介绍材料',
} as const
export type UnitField = keyof typeof unitFields
export const unitNatures = ['医疗机构', '教育机构', '企业', '社会组织', '机关事业单位', '其他'] as const

/** The messages of portal.md 5, for browser and server. */
export const applicationMessages = {
  name: '请输入姓名',
  gender: '请选择性别',
  idCard: '请输入身份证号码',
  idCardWrong: '请输入正确的身份证号码',
  education: '请选择学历',
  organization: '请输入所在单位',
  mobilePhone: '请输入手机号码',
  mobilePhoneWrong: '请输入正确的手机号码',
  email: '请输入邮箱地址',
  emailWrong: '请输入正确的邮箱地址',
  unitName: '请输入单位名称',
  creditCode: '请输入统一社会信用代码',
  creditCodeWrong: '请输入正确的统一社会信用代码',
  unitNature: '请选择单位性质',
  representative: '请输入会员代表姓名',
  consent: '请阅读并单独同意处理敏感个人信息',
  submitted: '申请提交成功，我们将尽快审核您的申请',
  alreadyApplied: '您已经提交过申请，请勿重复提交',
  signInFirst: '请先登录后再申请入会',
  failed: '申请提交失败',
  failedRetry: '申请提交失败，请重试',
  noUser: '用户信息获取失败',
} as const

/** Length of a term: years, or months if they are not whole years. */
export const formatTerm = (months: number): string => (months % 12 === 0 ? `${months / 12}年` : `${months}个月`)

/** A member may renew a term from this many days before its end. */
export const renewalDays = 90
