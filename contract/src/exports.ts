// Lists that go out as Excel, apart from the schemas so that browsers show their words without zod.
export const exportKinds = { members: '会员名单' } as const
export type ExportKindName = keyof typeof exportKinds

/** `asked`: with nothing masked, and not confirmed yet. */
export const exportStates = {
  asked: '待确认',
  waiting: '排队中',
  running: '正在生成',
  done: '已生成',
  failed: '生成失败',
} as const
export type ExportState = keyof typeof exportStates
