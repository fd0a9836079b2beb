// Options of other SDKs of this kind that have no effect here. The console names each one that a page uses, once;
// README.md names the replacements.

export const optionsWithoutEffect = [
  ...[
    'authType',
    'loginAuthType',
    'loginExt',
    'httpsEnabled',
    'nosScene',
    'nosSurvivalTime',
    'autoMarkRead',
    'rollbackDelMsgUnread',
  ],
  ...['rollbackClearMsgsUnread', 'resetUnreadMode', 'syncSessionUnread', 'syncMsgReceipts', 'shouldIgnoreNotification'],
  ...['syncRobots', 'syncExtraTeamInfo', 'syncSuperTeamRoamingMsgs'],
  ...['onMyTeamMembers', 'onMySuperTeamMembers'],
] as const

const isWithoutEffect = (name: string): boolean =>
  optionsWithoutEffect.some((other) => other === name) || /^(antiSpam|yidun|clientAntiSpam)/.test(name)

/** Beginnings of options that are read once, because the connection, the storage and the log are made from them. */
const fixedOptions =
  /^(?:d[be]|log|expire|report|trans|needR|reconnectio|quick|heart|\w*mdT|custom|lbs|secure|upload|private|chatroomAd)/

/** Texts that the console has. */
const namedOptions = new Set<string>()
function warnOnce(owner: string, name: string, fault = 'has no effect'): void {
  const text = `${owner}: option ${name} ${fault}`
  if (!namedOptions.has(text)) console.warn(text)
  namedOptions.add(text)
}

/** Names the options of a class that have no effect. */
export function warnOfOptions(className: string, options: object): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && isWithoutEffect(name)) warnOnce(className, name)
}

/** Names the changed options that need a new instance, and returns the others. */
export function pickChangeable<Options extends object>(className: string, current: object, changes: Options): Options {
  const isFixed = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && fixedOptions.test(name) && JSON.stringify(value) !== JSON.stringify(current[name as never])
  warnOfOptions(className, changes)
  return Object.fromEntries(
    Object.entries(changes).filter((change) => {
      if (!isFixed(change)) return true
      warnOnce(className, change[0], 'needs a new instance')
      return false
    }),
  ) as Options
}

/** Options of methods that have no effect. */
export const methodOptionsWithoutEffect: readonly [options: string, methods: string][] = [
  [
    'apnsText pushPayload env isPushable needPushNick needPush needBadge pushTitle',
    'recallMsg deleteMsg sendCustomSysMsg addQuickComment deleteQuickComment',
  ],
  ['needPushNick', 'sendText sendFile sendCustomMsg sendTipMsg sendGeo sendG2Msg'],
  ['ext', 'clearServerHistoryMsgs clearServerHistoryMsgsWithSync'],
  ['antiSpamBusinessId', 'updateMyInfo createTeam updateTeam updateSuperTeam Chatroom.updateChatroom'],
  ['updateSession isTag isLogic', 'deleteLocalMsgs deleteLocalMsgsBySession deleteLocalSession'],
  ['ext', 'getNosAccessToken'],
  [
    'pushContent pushPayload apns needPushNick isPushable clientAntiSpam antiSpamUsingYidun antiSpamContent ' +
      'antiSpamBusinessId yidunAntiCheating yidunAntiSpamExt',
    'Chatroom.sendText Chatroom.sendCustomMsg Chatroom.sendTipMsg Chatroom.sendGeo Chatroom.sendFile',
  ],
  ['nosScene nosSurvivalTime', 'Chatroom.sendFile Chatroom.previewFile sendFile previewFile'],
  ['custom', 'deleteMsgSelf deleteMsgSelfBatch'],
  ['nertcChannelName nertcTokenTtl nertcJoinRoomQueryParamMap', 'signalingCallEx signalingJoinAndAccept'],
]

/** Names the options of this call of a method that have no effect. */
export function warnOfCall(method: string, options: unknown): void {
  for (const [names, methods] of methodOptionsWithoutEffect)
    if (methods.split(' ').includes(method))
      for (const name of names.split(' ')) if (name in Object(options)) warnOnce(method, name)
}
