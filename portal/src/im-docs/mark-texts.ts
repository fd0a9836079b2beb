// Explains the methods and callbacks of comments, pins and collected items.

export const marks = {
  addQuickComment:
    '给消息加一个快捷评论，body 是整数，含义由页面约定（例如 1 是点赞）；每人每条消息最多 20 个。重复添加没有影响。',
  deleteQuickComment: '删除自己的一个快捷评论。',
  getQuickComments: '取得消息的快捷评论，每次最多 20 条消息；commentTimetag 是最近一个评论的时间。',
  addMsgPin: '标记一条消息，会话里的人都能看到；每个会话最多 100 条。',
  updateMsgPin: '修改自己标记的说明 pinCustom。',
  deleteMsgPin: '取消标记。群里取消他人的标记，需要是群主或管理员。',
  getMsgPins: '会话中标记的消息，先标记的在前。',
  addCollect: '收藏一项内容，只有自己能看到，最多 1,000 项；uniqueId 相同时替换原来的一项。',
  deleteCollects: '删除收藏，每次最多 100 项。',
  updateCollect: '修改一项收藏的扩展内容 custom。',
  getCollects: '取得收藏，最近的在前，reverse 为 true 时相反；下一页用 lastId，total 是总数。',
} as const

export const markCallbacks = {
  onQuickComment: '有人（或自己的其他设备）加了快捷评论：消息与评论。离线时错过的用 getQuickComments 取得。',
  onDeleteQuickComment: '快捷评论被删除：消息与评论。',
  onPinMsgChange: '消息的标记有变化：标记，以及 add、update 或 delete。离线时错过的用 getMsgPins 取得。',
} as const
