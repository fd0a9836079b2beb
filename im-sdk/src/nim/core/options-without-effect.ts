// Options of other SDKs of this kind that have no effect here. The console names each one that a page uses, once;
// README.md names the replacements.
import { knownOptions, type ClassName } from './known-options.ts'

/** Beginnings of options that are read once, because the connection, the storage and the log are made from them. */
const fixedOptions =
  /^(?:d[be]|log|expire|report|trans|needR|reconnectio|quick|heart|\w*mdT|custom|lbs|secure|upload|private|chatroomAd)/

/** Warnings that the console has already, so that each appears once. */
const namedOptions = new Set<string>()
export function warnOnce(owner: string, name: string, fault = 'has no effect'): void {
  const text = `${owner}: option ${name} ${fault}`
  if (!namedOptions.has(text)) console.warn(text)
  namedOptions.add(text)
}

/** Names the options and callbacks that the class does not know. */
export function warnOfOptions(className: ClassName, options: object): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !knownOptions[className].has(name)) warnOnce(className, name)
}

/** Names the changed options that need a new instance, and returns the others. */
export function pickChangeable<Options extends object>(
  className: ClassName,
  current: object,
  changes: Options,
): Options {
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

type MethodOptions = readonly [options: string, methods: string][]

/** Options without effect that a method passes on with all others. Calls warn of them by this list. */
const passedOptions: MethodOptions = [
  ['needPushNick', 'sendText sendFile sendCustomMsg sendTipMsg sendGeo sendG2Msg'],
  ['antiSpamBusinessId', 'createTeam updateTeam updateSuperTeam'],
  ['nertcChannelName nertcTokenTtl nertcJoinRoomQueryParamMap', 'signalingCallEx signalingJoinAndAccept'],
]

/** Options without effect that a method never reads. Calls warn of every unread option anyway. */
export const unreadOptions: MethodOptions = [
  [
    'apnsText pushPayload env isPushable needPushNick needPush needBadge pushTitle',
    'recallMsg deleteMsg sendCustomSysMsg addQuickComment deleteQuickComment',
  ],
  ['ext', 'clearServerHistoryMsgs clearServerHistoryMsgsWithSync'],
  ['antiSpamBusinessId', 'updateMyInfo Chatroom.updateChatroom'],
  ['updateSession isTag isLogic', 'deleteLocalMsgs deleteLocalMsgsBySession deleteLocalSession'],
  ['ext', 'getNosAccessToken'],
  [
    'pushContent pushPayload apns needPushNick isPushable clientAntiSpam antiSpamUsingYidun antiSpamContent ' +
      'antiSpamBusinessId yidunAntiCheating yidunAntiSpamExt',
    'Chatroom.sendText Chatroom.sendCustomMsg Chatroom.sendTipMsg Chatroom.sendGeo Chatroom.sendFile',
  ],
  ['nosScene', 'Chatroom.sendFile Chatroom.previewFile sendFile previewFile'],
  ['custom', 'deleteMsgSelf deleteMsgSelfBatch deleteQuickComment'],
  ['threadMsgTime', 'getThreadMsgs'],
]

/** Options of methods without effect, for the documentation. */
export const methodOptionsWithoutEffect: MethodOptions = [...passedOptions, ...unreadOptions]

/** Names the options of this call without effect that its method reads. */
export function warnOfCall(method: string, options: unknown): void {
  for (const [names, methods] of passedOptions)
    if (methods.split(' ').includes(method))
      for (const name of names.split(' ')) if (name in Object(options)) warnOnce(method, name)
}
