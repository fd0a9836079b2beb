// Options of other SDKs of this kind that have no effect here. Each one that a page uses is named in the log; README.md
// names the replacements.

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
  ...['shouldCountNotifyUnread', 'syncRobots', 'syncExtraTeamInfo', 'syncSuperTeamRoamingMsgs'],
  ...['onMyTeamMembers', 'onMySuperTeamMembers'],
] as const

const isWithoutEffect = (name: string): boolean =>
  optionsWithoutEffect.some((other) => other === name) || /^(antiSpam|yidun|clientAntiSpam)/.test(name)

export const listWithoutEffect = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value !== undefined && isWithoutEffect(name) ? [name] : []))

/** Options of methods that have no effect. */
export const methodOptionsWithoutEffect: readonly [options: string, methods: string][] = [
  [
    'apnsText pushPayload env isPushable needPushNick needPush needBadge pushTitle',
    'recallMsg deleteMsg sendCustomSysMsg addQuickComment deleteQuickComment',
  ],
  ['isDeleteRoam isSyncSelf ext', 'clearServerHistoryMsgs clearServerHistoryMsgsWithSync'],
  ['antiSpamBusinessId', 'updateMyInfo createTeam updateTeam updateSuperTeam'],
  ['updateSession isTag isLogic', 'deleteLocalMsgs deleteLocalMsgsBySession deleteLocalSession'],
  ['ext', 'getNosAccessToken'],
  ['custom', 'deleteMsgSelf deleteMsgSelfBatch'],
  ['nosScene', 'sendFile previewFile'],
  ['nertcChannelName nertcTokenTtl nertcJoinRoomQueryParamMap', 'signalingCallEx signalingJoinAndAccept'],
]

/** The options of this call of a method that have no effect. */
export const listWithoutEffectOf = (method: string, options: unknown): string[] =>
  methodOptionsWithoutEffect.flatMap(([names, methods]) =>
    methods.split(' ').includes(method) ? names.split(' ').filter((name) => name in Object(options)) : [],
  )
