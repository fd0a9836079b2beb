// Membership: the application, its review and the fee.
import { z } from 'zod'
import { Bytes, call, Done, filled, Id, Nothing, optional, replyTypes, text } from './row.ts'

const OwnUser = z.object({ userId: optional(Id) })

const Application = z.object({
  name: filled(40, '请输入姓名'),
  gender: z.enum(['男', '女'], '请选择性别'),
  idCard: filled(18, '请输入身份证号码').regex(/^(\d{15}|\d{18}|\d{17}[\dXx])$/, '请输入正确的身份证号码'),
  ethnicity: optional(text(20)),
  nativePlace: optional(text(60)),
  politicalStatus: optional(z.enum(['群众', '共青团员', '中共党员', '民主党派'])),
  education: z.enum(['高中', '大专', '本科', '硕士', '博士'], '请选择学历'),
  major: optional(text(60)),
  title: optional(text(60)),
  currentPosition: optional(text(60)),
  organization: filled(100, '请输入所在单位'),
  officePhone: optional(text(30)),
  mobilePhone: filled(11, '请输入手机号码').regex(/^1[3-9]\d{9}$/, '请输入正确的手机号码'),
  address: optional(text(200)),
  email: filled(100, '请输入邮箱地址').pipe(z.email('请输入正确的邮箱地址')),
  qqOrWechat: optional(text(60)),
  resumeUrl: optional(text(500)),
  userId: optional(Id),
})

export const membership = {
  'GET /memberApplication/getByUserId': call({
    who: 'user',
    own: ['userId'],
    summary: '本人的入会申请',
    input: OwnUser,
    output: z.object({ id: z.number(), status: z.string() }).nullable(),
  }),
  'POST /memberApplication/postResume': call({
    who: 'user',
    summary: '上传简历；msg 为文件地址',
    input: Nothing,
    upload: { field: 'file', maxBytes: 10 * 1024 * 1024 },
    output: Done,
  }),
  'POST /memberApplication/submit': call({
    who: 'user',
    own: ['userId'],
    summary: '提交入会申请',
    input: Application,
    output: Done,
  }),
  'GET /memberApplication/getAuditStatus': call({
    who: 'user',
    own: ['userId'],
    summary: '审核是否通过',
    input: OwnUser,
    output: z.boolean(),
  }),
}

export const memberFee = {
  'GET /wxPay/memberPay': call({
    who: 'user',
    own: ['userId'],
    summary: '会费支付二维码',
    input: OwnUser,
    output: Bytes,
    reply: replyTypes.png,
  }),
  'GET /wxPay/memberIsPay': call({
    who: 'user',
    own: ['userId'],
    summary: '会费是否已支付：1 已支付，-1 失败，其他为等待中',
    input: OwnUser,
    output: z.number(),
  }),
  'GET /wxPay/memberMoney': call({
    who: 'user',
    summary: '会费金额，单位分',
    input: Nothing,
    output: z.object({ money: z.number() }),
  }),
}

const Registration = z.object({ activityUserId: Id })

export const meetingFee = {
  'GET /wxPay/pay': call({
    who: 'user',
    summary: '参会缴费二维码',
    input: Registration,
    output: Bytes,
    reply: replyTypes.png,
  }),
  'GET /wxPay/isPay': call({
    who: 'user',
    summary: '参会费是否已支付',
    input: Registration,
    output: z.object({ status: z.number(), orderCode: z.string().nullable() }),
  }),
  'GET /wxPay/money': call({
    who: 'user',
    summary: '参会费金额，单位分',
    input: Registration,
    output: z.object({ fee: z.number() }),
  }),
}
