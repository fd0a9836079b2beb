// Texts on the differences from other SDKs of this kind, and the codes of refused uploads.
import { errors, type ErrorName } from '@xinqiao/contract/errors.ts'

export const differences: readonly [what: string, how: string][] = [
  [
    '换脚本',
    '把 script 的地址换成本站的 /im/sdk.js 即可，不写 defaultLink 时连接脚本所在的服务器。请加上 crossorigin：没有它时，浏览器对您的回调中的错误只在 window.onerror 里写 Script error.。',
  ],
  [
    'done 的第二个参数',
    '出错时，以及没有结果的方法成功时，第二个参数是您传入的选项（没有 done），例如 updateTeam 的 done(null, { teamId, name })。发送方法失败时是那条消息。',
  ],
  ['只传一个函数', '没有必填选项的方法可以只传回调：getTeams(fn) 与 getTeams({ done: fn }) 相同。'],
  ['取消上传', '页面调用 abort() 之后，uploaddone 与 done 得到 abort，uploaderror 不被调用：它只在上传失败时调用。'],
  [
    '数字的编号',
    'to、account、teamId、chatroomId、channelId、requestId、idServer 等可以写成数字，limit 与各个时间可以写成数字的文字。回调与结果中的编号总是文字。',
  ],
  ['账号的大小写', '账号一律是小写：user/create 把大写改成小写并在答复中给出，页面请用答复里的账号登录和发送。'],
  [
    '群与超大群',
    '群由页面用 createTeam 建立，或由后端用 team/create 建立；超大群只由后端用 superteam/create 建立，页面可以使用。',
  ],
  [
    'onsessions 的顺序',
    '最近聊过的在前，mergeSessions 也是；其他 SDK 有的把最近的放在最后。请按需要用 updateTime 排序。',
  ],
  [
    '新的浏览器与 db: false',
    '首次同步时，onroamingmsgs 带来每个会话的最后一条和未读的消息：最近 20 个会话，每个最多 100 条。更早的用 getHistoryMsgs。同一浏览器再次登录时，错过的消息都在 onofflinemsgs；另一个标签页已经收到的不再带来，消息列表请用 getLocalMsgs 或 getHistoryMsgs 读取。',
  ],
  ['他人的资料', 'email、birth 与 tel 只有账号自己能读到；其他人的这几项为空。'],
  ['建群的默认值', 'joinMode 与 beInviteMode 是 needVerify，inviteMode 与 updateTeamMode 是 manager。'],
  ['群通知', 'attach 总有 users 与 members 两个数组，users 的次序见“通知与系统消息”。'],
  ['已读的成员', 'getTeamMsgReads 的结果在 done 的第三个参数；getTeamMsgReadAccounts 的第二个与第三个参数都是结果。'],
  [
    '工具',
    'SDK.NIM.util 与实例的 util 有 merge（把后面的对象并入第一个，返回它）、findObjInArray、mergeObjArray、cutObjArray 与 sortObjArray（返回新的数组）；SDK.NIM.support.db 写明浏览器有没有数据库，SDK.NIM.blob.fromDataURL 得到 Blob。用 script 加载时 window.NIM 就是 SDK.NIM。',
  ],
  [
    '后端',
    '接口的地址、签名与参数的写法相同，见“服务端接口”。没有作用的常用参数可以照旧传；没有列出的接口得到 404，例如 friend/…、user/setSpecialRelation、msg/upload、chatroom/temporaryMute。',
  ],
  [
    '上传的图片作头像',
    'previewFile 得到的地址可以直接写进 updateMyInfo、createTeam、updateTeam 与 updateMyChatroomMemberInfo 的 avatar，以及 chatroomAvatar。服务器去掉其中的签名，这张图片从此对所有人公开、不过期，直到 removeFile。只有自己上传的图片可以这样用。',
  ],
  [
    '自定义消息里的文件',
    'sendCustomMsg 的 content 可以含有自己上传的文件的地址（JSON 中不要转义斜杠），最多 20 个。接收的人可以打开，撤回后不能；收到时地址带有接收者的签名，请不要保存。别人的文件请用 forwardMsg 转发。',
  ],
  [
    '旧消息里的图片与文件',
    '服务端没有上传接口。请在 Node 里用 SDK 以发送者的账号登录，previewFile 上传，再把得到的地址写进 msg/import 的 body。history/querySessionMsg 答复里的地址一小时内可以直接打开。只能导入单聊的消息。',
  ],
  ['知情同意', '同意书只在协会的用户第一次写给咨询师时需要；应用的账号没有，请在您自己的页面上征得用户同意。'],
  [
    '其他的名称',
    'fetchFile、fetchFileList、deleteFile、updatePushNotificationMultiportConfig 与 getPushNotificationMultiportConfig 是 getFile、getFileList、removeFile、updateDonnop 与 getDonnop 的别名，选项也相同。clearDB 与 removeDB 相同：删去本机的数据库，直到 reinitDB 或再次连接。friendRequest 的 type 是 1 至 4，依次与 addFriend、applyFriend、passFriendApply、rejectFriendApply 相同。实例也有 util 的 mergeObjArray 与 cutObjArray。',
  ],
  [
    '同一浏览器的几个标签页',
    '消息、会话与已读在各标签页之间同步。只在本机的内容各页自己读取：别的标签页里发送失败的消息与 updateLocalMsg 写的 localCustom，在本页下次连接后才看到；刷新一页时，别的标签页正在上传的文件消息在这一页显示为 fail，送达后更正。',
  ],
  [
    '不认识的选项',
    'getInstance 不认识的选项与回调不会出错，控制台里各写明一次，见“选项”。transports 中不认识的名称跳过。',
  ],
]

type UploadError = Extract<
  ErrorName,
  'notAPicture' | 'wrongChatFile' | 'wrongUploadToken' | 'uploadOutOfPlace' | 'fileTooLarge' | 'uploadQuota'
>
const uploadErrorTexts: Record<UploadError, string> = {
  notAPicture: '请换一张图片。',
  wrongChatFile: '请换一个文件，或者改用正确的 type。',
  wrongUploadToken: '请重新发送，SDK 会取新的令牌。',
  uploadOutOfPlace: 'SDK 从服务器已收到的位置继续；仍然失败时请重新发送。',
  fileTooLarge: '请换小一些的文件。SDK 自己按 maxSize 拒绝的是 Error_File_Too_Large。',
  uploadQuota: '请明天再发。',
}
/** Codes of uploads are those of HTTP, and differ from the codes of other methods. */
export const uploadErrorRows = Object.entries(uploadErrorTexts).map(([name, text]) => {
  const { status, message } = errors[name as UploadError]
  return { status, message, text }
})
