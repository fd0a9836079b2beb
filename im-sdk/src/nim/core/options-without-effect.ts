// Options of other SDKs of this kind that have no effect here. Each one that a page uses is named in the log; README.md
// names the replacements.

export const optionsWithoutEffect = [
  ...['authType', 'loginExt', 'httpsEnabled', 'nosScene', 'nosSurvivalTime', 'autoMarkRead', 'rollbackDelMsgUnread'],
  ...['rollbackClearMsgsUnread', 'resetUnreadMode', 'syncSessionUnread', 'syncMsgReceipts', 'shouldIgnoreNotification'],
  ...['shouldCountNotifyUnread', 'syncRobots', 'syncExtraTeamInfo', 'syncSuperTeamRoamingMsgs'],
  'syncAvSignal',
] as const

const isWithoutEffect = (name: string): boolean =>
  optionsWithoutEffect.some((other) => other === name) || /^(antiSpam|yidun|clientAntiSpam)/.test(name)

export const listWithoutEffect = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value !== undefined && isWithoutEffect(name) ? [name] : []))
