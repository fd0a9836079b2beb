// Labels of the security events, separate from the schemas so that browsers load them without zod.
export const securityEvents = {
  foreignId: '使用他人编号',
  foreignOrigin: '来自其他网站的请求',
  loginFailed: '登录失败',
  loginLocked: '登录被锁定',
  signedIn: '登录',
  factorFailed: '两步验证失败',
  factorLocked: '两步验证被锁定',
  factorAdded: '添加两步验证',
  factorRemoved: '移除两步验证',
  factorsRecovered: '恢复两步验证',
  recoveryCodeUsed: '使用恢复码',
  stepUpFailed: '确认本人失败',
  stepUpPassed: '确认本人',
  passwordChanged: '修改密码',
  passwordReset: '重置密码',
  emailConfirmed: '验证邮箱',
  devicesSignedOut: '退出其他设备',
  registered: '注册账号',
  roleChanged: '变更角色',
  accountClosed: '注销账号',
  fileRefused: '拒绝打开文件',
  smsRefused: '拒绝发送短信',
  examRefused: '拒绝考试操作',
} as const
export type SecurityEvent = keyof typeof securityEvents

/** Details of an event, as staff read them. */
export const securityDetails = {
  by: '操作人编号',
  bytes: '字节数',
  call: '接口',
  enabled: '启用',
  ended: '退出设备数',
  field: '字段',
  id: '编号',
  origin: '来源网站',
  reason: '原因',
  way: '方式',
  roleId: '角色编号',
} as const
export type SecurityDetail = keyof typeof securityDetails
