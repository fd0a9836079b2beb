// Automatic notices of the site: kinds, and channels of each.
import { keysOf } from './keys.ts'

/** Types of messages by their number on the wire (portal.md 3); reviews include other personal messages. */
export const siteMessageTypes = { answer: 1, like: 3, review: 5, bulletin: 6 } as const

type NoticeKindRow = {
  type: (typeof siteMessageTypes)[keyof typeof siteMessageTypes]
  /**
   * Title of the message. It is the whole text of an SMS or mail, so that other people who see the phone learn no
   * details.
   */
  title: string
  /** Explanation in the notification settings. */
  about: string
  /** Default channels; users can change them. */
  sms: boolean
  mail: boolean
  /** Push to browsers in which the user has subscribed. */
  push: boolean
  /** True for notices that always stay in the message centre. */
  isNeeded: boolean
  /** True for notices that cannot be switched off and ignore quiet hours. */
  isUrgent?: true
  /** Seconds after which the notice has no purpose outside of the message centre. */
  lifeSeconds?: number
  /** SMS in 24 hours to one account, of notices that strangers can cause as often as they like. */
  maxSmsPerDay?: number
}

export const noticeKinds = {
  answered: {
    type: siteMessageTypes.answer,
    title: '新的回复',
    about: '我的提问有了新的回答',
    sms: false,
    mail: true,
    push: true,
    isNeeded: false,
  },
  kept: {
    type: siteMessageTypes.answer,
    title: '收藏更新',
    about: '我收藏的问题有了新的回答',
    sms: false,
    mail: false,
    push: false,
    isNeeded: false,
  },
  followed: {
    type: siteMessageTypes.answer,
    title: '关注动态',
    about: '我关注的咨询师有了新的回答',
    sms: false,
    mail: false,
    push: true,
    isNeeded: false,
  },
  liked: {
    type: siteMessageTypes.like,
    title: '新的点赞',
    about: '我的回答收到点赞',
    sms: false,
    mail: false,
    push: false,
    isNeeded: false,
  },
  review: {
    type: siteMessageTypes.review,
    title: '审核结果',
    about: '我的提问、回答与举报的处理结果',
    sms: false,
    mail: true,
    push: true,
    isNeeded: true,
  },
  bulletin: {
    type: siteMessageTypes.bulletin,
    title: '协会公告',
    about: '协会发布的公告',
    sms: false,
    mail: false,
    push: true,
    isNeeded: true,
  },
  membership: {
    type: siteMessageTypes.review,
    title: '会员服务',
    about: '入会申请、会籍与会费',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
  },
  payment: {
    type: siteMessageTypes.review,
    title: '缴费与退款',
    about: '缴费、退款与票据',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
  },
  booking: {
    type: siteMessageTypes.review,
    title: '预约提醒',
    about: '预约的确认、变更与提醒',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
  },
  chat: {
    type: siteMessageTypes.review,
    title: '聊天消息',
    about: '没有打开网站时，收到新的聊天消息（短信每天最多3条）',
    sms: false,
    mail: false,
    push: true,
    isNeeded: true,
    maxSmsPerDay: 3,
  },
  call: {
    type: siteMessageTypes.review,
    title: '通话邀请',
    about: '没有打开聊天页面时，咨询师呼叫我',
    sms: false,
    mail: false,
    push: true,
    isNeeded: true,
    lifeSeconds: 60,
  },
  peerGroup: {
    type: siteMessageTypes.review,
    title: '小组通知',
    about: '同伴小组、团体辅导、专委会群与参会者群的变动',
    sms: false,
    mail: true,
    push: true,
    isNeeded: true,
  },
  groupCare: {
    type: siteMessageTypes.review,
    title: '小组提醒',
    about: '我带领的同伴小组和团体辅导里需要立即关心的成员',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
    isUrgent: true,
  },
  meeting: {
    type: siteMessageTypes.review,
    title: '会议通知',
    about: '会议报名、变更与提醒',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
  },
  lecture: {
    type: siteMessageTypes.review,
    title: '讲座提醒',
    about: '我预约的直播讲座的开讲与取消',
    sms: false,
    mail: true,
    push: true,
    isNeeded: true,
  },
  exam: {
    type: siteMessageTypes.review,
    title: '考试通知',
    about: '考试的安排与取消',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
  },
  security: {
    type: siteMessageTypes.review,
    title: '账号安全',
    about: '登录方式与安全设置的变更',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
    isUrgent: true,
  },
  duty: {
    type: siteMessageTypes.review,
    title: '值班提醒',
    about: '需要值班人员立即处理的提醒',
    sms: true,
    mail: true,
    push: true,
    isNeeded: true,
    isUrgent: true,
  },
} as const satisfies Record<string, NoticeKindRow>

export type NoticeKind = keyof typeof noticeKinds
export const noticeKindNames = keysOf(noticeKinds)
/** Seconds after which a notice of this kind has no purpose; null for a kind without such a limit. */
export const lifeSecondsOf = (kind: NoticeKind): number | null => {
  const row = noticeKinds[kind]
  return 'lifeSeconds' in row ? row.lifeSeconds : null
}
/** Null for a kind without a limit. */
export const maxSmsPerDayOf = (kind: NoticeKind): number | null => {
  const row = noticeKinds[kind]
  return 'maxSmsPerDay' in row ? row.maxSmsPerDay : null
}
export const isUrgent = (kind: NoticeKind): boolean => 'isUrgent' in noticeKinds[kind]

export const noticeChannels = { site: '站内', sms: '短信', mail: '邮件', push: '浏览器' } as const
export type NoticeChannel = keyof typeof noticeChannels
export type OutsideChannel = Exclude<NoticeChannel, 'site'>

export const deliveryStates = { queued: '等待发送', sent: '已发送', failed: '发送失败', skipped: '未发送' } as const
export type DeliveryState = keyof typeof deliveryStates

/** Types that are official (公告与审核); the others are notifications (portal.md 2). */
export const officialTypes: readonly number[] = [siteMessageTypes.review, siteMessageTypes.bulletin]
export const isOfficial = (type: number): boolean => officialTypes.includes(type)

/** Id of the first bulletin, far above those of articles, because one address shows either (portal.md 2). */
export const firstBulletin = 900_000_001

/** Audiences of a bulletin. */
export const audiences = {
  everybody: '全体账号',
  members: '有效会员',
  users: '普通用户',
  counsellors: '咨询师',
  staff: '工作人员',
} as const
export type Audience = keyof typeof audiences
