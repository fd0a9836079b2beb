// Lists that can be exported to Excel, separate from the schemas so that browsers load them without zod.
/** `secret`: columns that are masked unless the export gives a reason. */
export const exportKinds = {
  members: { title: '会员名单', secret: '证件号码与联系方式', unit: '人' },
  registrations: { title: '参会报名', secret: '联系方式', unit: '人' },
  submissions: { title: '投稿与申报', secret: '作者姓名与电话', unit: '份' },
} as const
export type ExportKindName = keyof typeof exportKinds

/** `asked`: requested without masking, and not confirmed yet. */
export const exportStates = {
  asked: '待确认',
  waiting: '排队中',
  running: '正在生成',
  done: '已生成',
  failed: '生成失败',
} as const
export type ExportState = keyof typeof exportStates
