// Required options that the SDK itself reads. A page that leaves one out, or passes another type, gets a message that
// names it. The server checks all others.
import { imFail } from '@xinqiao/contract/im/errors.ts'

const kindTitles = { string: '字符串', array: '数组', object: '对象', number: '数字', boolean: '布尔值' } as const
type ValueKind = keyof typeof kindTitles
type RequiredField = { field: string; kinds: readonly ValueKind[] }

const isOfKind = (value: unknown, kind: ValueKind): boolean =>
  kind === 'array' ? Array.isArray(value) : typeof value === kind && value !== null && !Array.isArray(value)

/** A list that a page may also pass as its only item. */
const oneOrMore = (kind: ValueKind): readonly ValueKind[] => [kind, 'array']

/** Each option, and the methods that need it. */
const requirements: [field: string, kinds: ValueKind | readonly ValueKind[], methods: string][] = [
  [
    'msg',
    'object',
    'resendMsg forwardMsg recallMsg deleteMsg deleteMsgSelf deleteLocalMsg updateSessionsWithMoreRoaming ' +
      'addMsgPin updateMsgPin deleteMsgPin addQuickComment deleteQuickComment',
  ],
  ['msgs', 'array', 'deleteMsgSelfBatch saveMsgsToLocal getQuickComments'],
  ['message', 'object', 'modifyMessage regenAIMessage stopAIStreamMessage'],
  ['params', 'object', 'modifyMessage'],
  ['reqMsgs', 'array', 'getMsgsByIdServer'],
  [
    'to',
    'string',
    'sendText sendFile sendCustomMsg sendTipMsg sendGeo sendRobotMsg sendG2Msg forwardMsg getHistoryMsgs ' +
      'searchHistoryMsgs clearServerHistoryMsgs clearServerHistoryMsgsWithSync sendCustomSysMsg insertLocalSession ' +
      'deleteSession getServerSession updateServerSession deleteLocalMsgsBySession',
  ],
  ['attach', 'object', 'sendG2Msg'],
  ['content', 'string', 'sendCustomMsg'],
  ['keyword', 'string', 'msgFtsInServer msgFtsInServerByTiming searchLocal'],
  [
    'account',
    'string',
    'getUser markInBlacklist addToBlacklist removeFromBlacklist markInMutelist addToMutelist ' +
      'removeFromMutelist isMyFriend addFriend applyFriend passFriendApply rejectFriendApply deleteFriend updateFriend friendRequest',
  ],
  ['accounts', 'array', 'getUsers getSuperTeamMembersByAccounts'],
  ['teamMsgReceipt', 'object', 'getTeamMsgReadAccounts'],
  ['collectList', 'array', 'deleteCollects'],
  ['collect', 'object', 'updateCollect'],
  ['isAdd', 'boolean', 'markInBlacklist markInMutelist'],
  ['sessionId', 'string', 'getLocalSession deleteLocalMsgs getLocalMsgsInUnread'],
  [
    'id',
    'string',
    'updateLocalSession getSessionsWithMoreRoaming deleteSessionsWithMoreRoaming addStickTopSession ' +
      'updateStickTopSession deleteStickTopSession',
  ],
  ['id', oneOrMore('string'), 'deleteLocalSession'],
  ['geo', 'object', 'sendGeo'],
  ['teamMsgReceipts', 'array', 'sendTeamMsgReceipt getTeamMsgReads'],
  ['sessions', 'array', 'deleteSessions deleteServerSessions'],
  ['msgTypes', 'array', 'getLocalSessionsByMsgType'],
  ['idClient', 'string', 'getLocalMsgByIdClient updateLocalMsg'],
  ['idClients', 'array', 'getLocalMsgsByIdClients'],
  ['sysMsgs', oneOrMore('object'), 'markSysMsgRead'],
  ['idServer', 'string', 'updateLocalSysMsg'],
  ['idServer', oneOrMore('string'), 'deleteLocalSysMsg'],
  ['name', 'string', 'packFileDownloadName'],
  [
    'url',
    'string',
    'audioToText stripImageMeta qualityImage interlaceImage rotateImage blurImage cropImage thumbnailImage ' +
      'processImage getNosAccessToken packFileDownloadName audioToMp3 viewImageSync viewImageStripMeta ' +
      'viewImageQuality viewImageInterlace viewImageRotate viewImageBlur viewImageCrop viewImageThumbnail',
  ],
  ['ops', 'array', 'processImage'],
]

const fieldsByMethod = new Map<string, RequiredField[]>()
for (const [field, kinds, methods] of requirements) {
  for (const method of methods.split(' '))
    fieldsByMethod.set(method, [...(fieldsByMethod.get(method) ?? []), { field, kinds: [kinds].flat() }])
}

/** @throws ImFailure 414 that names the option */
export function checkValue(method: string, { field, kinds }: RequiredField, value: unknown): void {
  if (kinds.some((kind) => isOfKind(value, kind))) return
  const kindNames = kinds.map((kind) => kindTitles[kind]).join('或')
  const isMissing = value === undefined || value === null
  const receivedNote = typeof value === 'number' ? `，收到的是数字${value}` : ''
  const problem = isMissing ? `缺少${field}（${kindNames}）` : `${field}必须是${kindNames}${receivedNote}`
  throw imFail('invalid', `${method}：${problem}`, { field })
}

/** @throws ImFailure 414 for anything but an object */
export function checkOptions(method: string, options: unknown): void {
  if (typeof options !== 'object' || options === null) throw imFail('invalid', `${method}：参数必须是对象`)
}

/** @throws ImFailure 414 that names the first option that is missing or has a wrong type */
export function checkRequiredFields(method: string, options: unknown): void {
  const fields = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {}
  for (const rule of fieldsByMethod.get(method) ?? []) checkValue(method, rule, fields[rule.field])
}
