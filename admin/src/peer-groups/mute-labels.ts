// Texts of the dialogs in which staff mute a member of a group, or end the mute.
export const muteLabels = {
  ok: '禁言',
  label: '禁言原因',
  note: '记入审计。这个人还能看到群里的内容，不能再写，会收到通知并看到这个原因；只有协会可以解除。',
  isDanger: true,
}
/** For the report of a friend, which names no group. */
export const chatMuteLabels = {
  ...muteLabels,
  note: '记入审计。这个人还能登录和阅读，在所有聊天中都不能发送，会收到通知并看到这个原因；只有协会可以解除。',
}
export const unmuteLabels = { ok: '解除禁言', label: '解除原因', note: '记入审计。对方会收到通知。' }
