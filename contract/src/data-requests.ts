// Requests of people about their own data: the deletion of chat messages, and the closing of the account.

export const dataRequestKinds = { chatErasure: '删除聊天消息', accountClosure: '注销账号' } as const
export type DataRequestKind = keyof typeof dataRequestKinds

export const dataRequestStates = {
  open: '等待办理',
  done: '已办理',
  refused: '没有办理',
  withdrawn: '本人已撤回',
} as const
export type DataRequestState = keyof typeof dataRequestStates
