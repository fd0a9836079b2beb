// Explains each method of the SDK to developers of other pages. A missing entry is a type error.
import { calls } from './call-texts.ts'
import { lists } from './list-texts.ts'
import { marks } from './mark-texts.ts'
import { superTeams, teams } from './team-texts.ts'
import type { NIM } from '@xinqiao/im-sdk/nim/nim.ts'

type NimFieldName = 'account' | 'core' | 'options' | 'client' | 'api' | 'util'
/** Listed in the migration table. */
type OtherName = 'deleteFile' | 'fetchFile' | 'fetchFileList' | `${'get' | 'update'}PushNotificationMultiportConfig`
type NimMethodName = Exclude<keyof NIM, NimFieldName | OtherName>

const core = {
  connect: '连接服务器。新建实例时自动连接，除非设了 skipConnectionOnInitialize。',
  disconnect: '断开连接，不再自动重连；保留本机数据。',
  logout:
    '退出登录并断开。本页读到的文件地址随之失效；disconnect 只断开，地址仍然有效。消息仍留在本机的 IndexedDB 里：在共用的电脑上，先用 deleteAllLocalMsgs 删去，或者以 db: false 登录。',
  destroy: '断开并销毁实例；之后用 getInstance 新建。在销毁的实例上 connect 不会登录，onerror 写明原因。',
  kick: '让本账号的其他设备下线，设备号见 onloginportschange。',
  setOptions:
    '修改选项，例如在 onwillreconnect 中换新的令牌。account、appKey 与地址不能更改：前两项会在 onerror 得到 414，请另建实例。',
  getLoginStatus: '登录状态：0 未登录，1 已登录，2 正在登录，3 等待重连。',
  isConnected: '已登录时为 true。',
  setPowerMonitorStatus: '电脑休眠时传 0，唤醒时传 1；唤醒后立即检查连接。',
  exportLogs: '取得本机日志的全文，供排查问题。',
  on: '监听实例上的事件。',
  once: '监听实例上的事件，只触发一次。',
  eventNames: '列出有监听者的事件。',
  addListener: '同 on。',
  removeListener: '同 off。',
  removeAllListeners: '取消一个事件或全部事件的监听。',
  off: '取消一个监听；不写监听函数时取消该事件的全部监听。',
  emit: '触发实例上的事件，返回有没有监听者。',
} as const

const users = {
  getUser: '取得一位用户的名片。',
  getUsers: '取得多位用户的名片，每次最多 150 位。',
  getMyInfo: '取得自己的名片。',
  getUsersFromDB: '从本机取得用户名片，不询问服务器。',
  updateMyInfo: '修改自己的名片。avatar 是 http(s) 地址或本站的路径，其他写法得到 414。',
  getRelations: '取得黑名单与静音名单。',
  markInBlacklist: '加入（isAdd: true）或移出黑名单。',
  addToBlacklist: '加入黑名单，对方不能再发消息来。',
  removeFromBlacklist: '移出黑名单。',
  markInMutelist: '加入（isAdd: true）或移出静音名单。',
  addToMutelist: '加入静音名单，消息照收，不提醒。',
  removeFromMutelist: '移出静音名单。',
  isUserInBlackList: '某个账号是否在黑名单中。',
  updateDonnop: '电脑在线时手机是否照样推送：开关会保存，推送不受它影响。',
  getDonnop: '取得免打扰时段。',
  getFriends: '取得好友，按更新时间从旧到新，每次最多 3,000 位。',
  getFriendsFromDB: '从本机取得好友，不询问服务器。',
  isMyFriend: '某个账号是不是好友。',
  friendRequest: '按 type 发出好友请求：1 直接加，2 申请，3 通过，4 拒绝。',
  addFriend: '直接加为好友。',
  applyFriend: '申请加为好友，对方收到系统消息。',
  passFriendApply: '通过好友申请。',
  rejectFriendApply: '拒绝好友申请。',
  deleteFriend: '删除好友；delAlias 同时删除备注名。',
  updateFriend: '修改好友的备注名或扩展内容。本站账号的备注名留空时，恢复加好友时小组里的称呼。',
} as const

const events = {
  publishEvent:
    '发布一个事件。type 1、2、3 的 value 不能小于 10000，其余 type 不能小于 100000；broadcastType 1 只发给当前的订阅者。',
  subscribeEvent:
    '订阅其他账号的事件，type 1 是在线状态（value 1 登录，2 退出，3 断线）。sync 不为 false 时立即收到在线账号的当前状态，没有收到状态的账号当前不在线；看不到的账号在 failedAccounts 中。accounts 最多 3000 个；subscribeTime 是秒数，从 60 到 2592000（30 天），不填就是 30 天。disconnect 之后订阅者收到 3，logout 之后收到 2。',
  unSubscribeEventsByAccounts: '按账号取消订阅。',
  unSubscribeEventsByType: '取消一种事件的全部订阅。',
  querySubscribeEventsByAccounts: '按账号查询订阅；结果是数组，它的 msgEventSubscribes 是同样的列表。',
  querySubscribeEventsByType: '查询一种事件的全部订阅，结果与 querySubscribeEventsByAccounts 相同。',
} as const

const messages = {
  sendText: '发送文本，立即返回“发送中”的消息，结果在 done 中。',
  sendCustomMsg: '发送自定义消息，content 的含义由页面约定。',
  sendTipMsg: '发送提示；isLocal 时只写在本机。',
  sendGeo: '发送位置；lng 与 lat 也可以是数字的文字。',
  sendG2Msg:
    '写一条通话记录，attach 为 { type, channelId, status, durations }；只在应用的账号之间的单聊，durations 只写双方。本站的通话由服务器写。',
  sendFile:
    '发送文件：dataURL、blob、fileInput、fileObject、filePath（Node）中选一个；type 可以是 image、audio、video、file。beginupload 先于大小的检查。',
  previewFile: '只上传文件，不发消息；得到的 file 交给 sendFile。',
  resendMsg:
    '重发失败的消息；同一条消息不会重复。页面还显示为失败、其实已经送达的，得到送达的那一条。没有上传成功的文件消息，刷新以后重发时须用 fileInput、fileObject 或 blob 再次传入文件，否则得到 414；也可以传上传的各个回调。',
  forwardMsg: '把一条消息作为新消息转发。',
  recallMsg: '撤回自己刚发的消息，超过时限答复 508；群主与管理员可以撤回普通成员的消息。',
  deleteMsg: '与 recallMsg 相同（旧名）。',
  modifyMessage: '修改自己刚发的文本、位置、提示或自定义消息。',
  deleteMsgSelf: '只对自己删除一条消息，各设备同步。',
  deleteMsgSelfBatch: '只对自己删除多条消息。',
  sendMsgReceipt: '告诉对方已读到这条消息。',
  isMsgRemoteRead: '对方是否读过这条消息；可以直接传消息，也可以传 { msg }。',
  markMsgRead: '把会话标为已读到这些消息；可以直接传一条消息或消息的数组。',
  getHistoryMsgs:
    '从服务器取得历史消息，默认从新到旧，每次最多 100 条。取下一页时，lastMsgId 写这一页最后一条的 idServer，或者 endTime 写它的 time。asc 为 true 时这一页按时间从早到晚排列；reverse 为 true 时从 beginTime 起向后取。结果不写入本机数据库，getLocalMsgs 里没有。',
  searchHistoryMsgs: '在一个会话的历史中搜索。',
  msgFtsInServer: '在全部会话（包括群）中搜索，按会话归组；p2pList、teamList 只搜这些账号与群。',
  msgFtsInServerByTiming: '在全部会话中搜索，按时间排列。',
  getMsgsByIdServer: '按编号取得服务器上的消息。',
  getThreadMsgs:
    '取得回复同一条消息的各条消息（发送时带 replyMsg），最近的在前，reverse 为 true 时相反；total 是总数，timetag 是最后一条的时间。看不到的第一条消息（例如已撤回）threadMsg 为 null。本功能上线以前的回复不在其中。',
  clearServerHistoryMsgs: '对自己清空一个会话的历史。',
  clearServerHistoryMsgsWithSync:
    '对自己清空一个会话的历史，各设备同步。isDeleteRoam 或 isSyncSelf 为 false 时得到 414，什么也不清空。',
  messageSerialization: '把消息转为文本，以便保存。',
  messageDeserialization: '把 messageSerialization 的文本还原为消息。',
  sendCustomSysMsg:
    '发送自定义系统消息，例如“正在输入”。发给群时，没有被禁言的成员才能发送，其他成员收到；超过200人的群 sendToOnlineUsersOnly 须为 true。',
  markSysMsgRead: '把系统消息标为已读。',
  getLocalSysMsgs: '取得系统消息；撤回（deleteMsg）只有本机收到过的，重新打开页面后保留30天。',
  updateLocalSysMsg: '修改本机上系统消息的状态或附注。',
  deleteLocalSysMsg: '从本机删除系统消息。',
  deleteAllLocalSysMsgs: '从本机删除全部系统消息。',
} as const

const local = {
  getLocalMsgs: '从本机取得消息。',
  getLocalMsgByIdClient: '按 idClient 从本机取得一条消息；它的 msg 也是这条消息。',
  getLocalMsgsByIdClients: '按 idClient 从本机取得多条消息；数组的 msgs 也是这些消息。',
  getLocalMsgsInUnread: '从本机取得一个会话的未读消息。',
  updateLocalMsg: '修改本机上消息的 localCustom；结果是含这条消息的数组，它的 msg 与 msgs 也是。',
  saveMsgsToLocal: '把消息写进本机。',
  deleteLocalMsg: '从本机删除一条消息。',
  deleteLocalMsgs: '从本机删除多条消息。',
  deleteLocalMsgsBySession: '从本机删除一个会话的消息。',
  deleteLocalMsgsByTime: '从本机删除一段时间的消息。',
  deleteAllLocalMsgs: '从本机删除全部消息。',
  getDBStatus: '本机数据库的状态。',
  getDBLastOpenError: '上一次打开本机数据库的错误，没有时为 null。',
  reinitDB: '重新打开本机数据库。',
  closeDB: '关闭本机数据库，直到 reinitDB 或再次连接。',
  clearDB: '删去本机数据库的全部内容，同 removeDB。',
  removeDB:
    '删去本机数据库，直到 reinitDB 或再次连接；本页内存里的会话与名单那时写进新的数据库，要全部删去请先 logout 或 destroy。',
} as const

const sessions = {
  getLocalSession: '取得一个会话，没有时为 null。',
  getLocalSessions: '取得会话列表，最近的在前；lastSessionId 取下一页。',
  getLocalSessionsByMsgType: '取得最后一条消息属于某些类型的会话。',
  insertLocalSession: '在第一条消息之前建一个单聊会话。',
  updateLocalSession: '修改会话在本机的附注。',
  deleteLocalSession: '从本机隐藏会话，有新消息时再出现。',
  deleteSession: '删除会话，各设备与标签页在 onupdatesession 得到 isDeleted: true；消息保留。',
  deleteSessions: '删除多个会话。',
  deleteServerSessions: '与 deleteSessions 相同。',
  setCurrSession: '设为当前会话，其中的新消息立即算已读。按位置传参。',
  resetCurrSession: '不再有当前会话。',
  resetSessionUnread: '把一个会话标为已读。按位置传参。',
  resetSessionsUnread: '把多个会话标为已读。按位置传参，也返回 Promise。',
  resetAllSessionUnread: '把全部会话标为已读。',
  getServerSessions: '从服务器取得会话列表。',
  getServerSession: '从服务器取得一个会话。',
  updateServerSession: '修改会话的扩展内容，各设备同步。',
  getSessionsWithMoreRoaming: '取得还有更早漫游消息的会话。',
  updateSessionsWithMoreRoaming: '记下页面已经取到哪一条漫游消息。',
  deleteSessionsWithMoreRoaming: '不再记录该会话的漫游消息。',
  getStickTopSessions: '取得置顶的会话。',
  addStickTopSession: '置顶会话。',
  updateStickTopSession: '修改置顶会话的附注。',
  deleteStickTopSession: '取消置顶。',
  searchLocal: '在本机的用户或会话中搜索，keyPath 以 user 或 session 开头。',
} as const

const files = {
  getNosToken: '取得上传令牌。页面一般不需要，sendFile 会自己取。',
  getSimpleNosToken: '取得多个上传令牌。',
  getFile: '取得自己上传的一个文件。',
  getFileList: '取得自己上传的文件列表。',
  removeFile: '删除自己上传的文件。',
  getNosOriginUrl: '把文件地址换成可以直接打开的地址（带签名，会过期）。',
  getNosAccessToken: '为文件地址取得一天内有效、可以收回的访问令牌。',
  deleteNosAccessToken: '收回访问令牌。',
  audioToText: '把语音转成文字；服务器没有语音识别时答复 404。',
  processImage: '按多步操作处理图片，得到新地址。',
  stripImageMeta: '去掉图片中的拍摄信息。',
  qualityImage: '降低图片质量。',
  interlaceImage: '改为渐进显示。',
  rotateImage: '旋转图片。',
  blurImage: '模糊图片。',
  cropImage: '裁剪图片。',
  thumbnailImage: '缩小图片。',
  audioToMp3: '得到 MP3 格式的地址。',
  packFileDownloadName: '得到以 name 为文件名下载的地址。',
  viewImageSync:
    '在地址上加图片操作，不询问服务器；参数不对时抛出 414。thumbnail 不写 mode 时，有 width 与 height 为 cover，否则为 contain。',
  viewImageStripMeta: '地址加“去掉拍摄信息”。',
  viewImageQuality: '地址加“降低质量”。',
  viewImageInterlace: '地址加“渐进显示”。',
  viewImageRotate: '地址加“旋转”。',
  viewImageBlur: '地址加“模糊”。',
  viewImageCrop: '地址加“裁剪”。',
  viewImageThumbnail: '地址加“缩小”。',
} as const

const device = {
  getClientAntispamLexicon: '取得敏感词库。',
  filterClientAntispam: '用词库检查文本，立即返回：type 0 通过，1 已替换，2 拒绝，3 由服务器判断。',
  getServerTime: '服务器时间（毫秒）。',
  getConsent: '知情同意书全文（分节）、版本、摘要，以及是否需要同意、是否已同意。',
  acceptConsent: '同意刚读过的知情同意书：原样交回 version 与 hash；文本已更新时得到 414，请重新读取。',
  updatePushToken: '登记设备的推送令牌：账号没有打开聊天而有新消息时，应用的服务器在“推送地址”收到它，见服务端接口。',
  appBackground: '告诉服务器页面在后台：这时新消息也会通知推送令牌。',
  getChatroomAddress: '取得聊天室的服务器地址 address，作为 Chatroom.getInstance 的 chatroomAddresses。',
  httpRequestProxy:
    '经服务器访问运营方列出的 HTTP 服务。zone 是服务的名称：每个名称对应一个地址，由本站的运营人员写在服务器的设置 CHAT_PROXY_UPSTREAMS 里，默认一个也没有；需要时请把您的服务地址和应用交给协会管理员，由他们列出并告诉您名称。没有列出的名称得到 404。path 以 / 开头，header 是对象或 JSON；method 是名称，或它的序号（1 GET，2 POST，3 PUT，4 DELETE）。结果是 code、header（JSON）、body。服务会收到 X-Chat-Account（编码后的账号）与 X-Chat-App。例如 nim.httpRequestProxy({ zone: "crm", path: "/orders?state=open", method: "GET", done: (error, reply) => console.log(error ?? reply.body) })。',
} as const

const robots = {
  getRobots: '同 getAIUserList（旧名），另有 botid、name、intro。',
  getAIUserList:
    '列出本应用的机器人：资料之外有 robotKind（backend 由后端回答，model 由AI模型回答，guide 是本站向导）、aiModelType（0 没有模型，3 运营者自己的模型）与 modelConfig。',
  sendRobotMsg:
    '向机器人提问，to 是机器人，content 是 { type: "welcome" }、{ type: "text", content } 或 { type: "link", target, params }。给机器人发普通文字也是提问。只在与机器人的单聊里；群里的提问得到 414，请用 sendText。',
  parseRobotTemplate:
    '把机器人回答里 type 为 template 的内容解析成对象：{ json, raw }。结果里没有 HTML；链接只会是网页地址（type 为 url）或下一个问题（block）。',
  stopAIStreamMessage: '停止还在写的回答。params.operationType：0 保留已有的文字，1 撤回，2 改为 updateContent。',
  regenAIMessage: '请机器人重写一条回答。params.operationType：1 替换原来的（三天内），2 另写一条。',
  proxyAIModelCall:
    '调用运营者的AI模型，不保存。requestId 由页面给出；aiStream 为 true 时逐段得到。结果由实例的事件给出：nim.on("proxyAIModelCall") 与 nim.on("proxyAIModelStreamCall")，只给发起调用的连接。各项见下文“调用AI模型”。',
  stopAIModelStreamCall: '停止一次还在进行的调用。',
} as const

/** Groups in the order of the page. */
export const methodGroups = [
  { id: 'core', title: '连接与登录', methods: core },
  { id: 'messages', title: '消息', methods: messages },
  { id: 'marks', title: '快捷评论、标记与收藏', methods: marks },
  { id: 'sessions', title: '会话', methods: sessions },
  { id: 'teams', title: '群', methods: teams },
  {
    id: 'super-teams',
    title: '超大群',
    lead: '最多 1 万人的群，消息、会话与通知同群一样，scene 是 superTeam。由应用的后端用 superteam/create 建立，页面不能建立。',
    methods: superTeams,
  },
  { id: 'users', title: '用户、名单与好友', methods: users },
  {
    id: 'events',
    title: '事件与在线状态',
    lead: '事件只在服务器的内存中：账号全部离线后，它发布的事件随之结束；订阅在离线一小时后结束，重连时由 SDK 自动恢复。',
    methods: events,
  },
  {
    id: 'calls',
    title: '通话信令',
    lead: '这些方法返回 Promise；选项里有 done 时改为调用 done，返回 undefined。呼叫不在线的账号时，加上 offlineEnabled，对方登录后才会收到邀请。页面用 nim.on 监听 signalingNotify（eventType 是 INVITE、ACCEPT、REJECT、CANCEL_INVITE、ROOM_JOIN、LEAVE、ROOM_CLOSE、CONTROL）、signalingMutilClientSyncNotify（自己的其他设备答复了邀请、换到那里继续、离开或结束了通话）、signalingUnreadMessageSyncNotify 与 signalingChannelsSyncNotify（登录之后）。断线 45 秒的成员算作离开。本站的账号中只有咨询师可以发起。事件的各项、保存与一次完整的通话，见下文“通话信令的事件”。',
    methods: calls,
  },
  {
    id: 'robots',
    title: '机器人与AI用户',
    lead: '机器人是不登录的账号，回答也是普通消息：msg.content 是 { flag: "bot", message }，msg.aiConfig 有状态 aiStreamStatus（-1 正在写，0 一次写完，2 已停止，3 已改写，4 写完，5 出错）与出处 aiRAGs。正在写的文字由 onReceiveMessagesModified 给出。模型的回答也由危机识别与词库检查。',
    methods: robots,
  },
  { id: 'files', title: '文件与图片', methods: files },
  { id: 'local', title: '本机消息', methods: local },
  { id: 'device', title: '审核、时间、推送与代理', methods: device },
  {
    id: 'lists',
    title: '列表工具',
    lead: '合并（merge…）时同一项的新旧内容逐个属性合并，去掉（cut…）与查找（find…）按同一个键；参数可以是一项、数组、null。它们返回新数组，不改参数。',
    methods: lists,
  },
] as const satisfies readonly { id: string; title: string; lead?: string; methods: Record<string, string> }[]

type UnionToIntersection<U> = (U extends U ? (x: U) => void : never) extends (x: infer I) => void ? I : never
export const methodTexts: Record<NimMethodName, string> = Object.assign(
  {},
  ...methodGroups.map(({ methods }) => methods),
) as UnionToIntersection<(typeof methodGroups)[number]['methods']>
