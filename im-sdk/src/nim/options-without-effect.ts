// Options of pages written for other SDKs of this kind that change nothing here. Each that is used is named in the log;
// README.md says what takes its place.

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
