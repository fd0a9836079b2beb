// Every screen there is, and who looks at it: one list for the checks that go over all of them.
export type Screen = {
  name: string
  path: string
  as?: 'member' | 'paid' | 'editor' | 'admin' | 'service'
  status?: number
}

export const siteScreens: readonly Screen[] = [
  { name: '首页', path: '/' },
  { name: '登录', path: '/login/index' },
  { name: '手机登录', path: '/login/index?tab=2' },
  { name: '注册', path: '/login/register' },
  { name: '重置密码', path: '/login/forget' },
  { name: '协会简介', path: '/association/index' },
  { name: '组织机构', path: '/association/index?tab=2' },
  { name: '协会章程', path: '/association/index?tab=3' },
  { name: '领导介绍', path: '/association/index?tab=4' },
  { name: '学术交流', path: '/learning/index' },
  { name: '学术交流末页之后', path: '/learning/index?page=99' },
  { name: '协会动态', path: '/dynamic/index' },
  { name: '通知公告', path: '/dynamic/index?tab=2&page=2' },
  { name: '文章', path: '/detail/index?id=49' },
  { name: '通知', path: '/detail/index?id=48' },
  { name: '团体服务', path: '/group/index' },
  { name: '飘窗通知', path: '/Baywindow/baywindow' },
  { name: '会员制度', path: '/member/index' },
  { name: '个人会员', path: '/member/index?tab=2' },
  { name: '单位会员', path: '/member/index?tab=3' },
  { name: '入会指南', path: '/member/index?tab=4' },
  { name: '会员名录', path: '/member/directory' },
  { name: '我的会籍，还没有申请', path: '/member/mine', as: 'member' },
  { name: '我的会籍', path: '/member/mine', as: 'paid' },
  { name: '授权管理', path: '/setting/index?tab=4', as: 'paid' },
  { name: '证书核验', path: '/certificate/index' },
  { name: '证书核验无结果', path: '/certificate/index?no=XQ26-00000-00000' },
  { name: '隐私政策', path: '/legal/privacy' },
  { name: '用户服务协议', path: '/legal/terms' },
  { name: '页面不存在', path: '/no/such/page', status: 404 },
  { name: '已登录的首页', path: '/', as: 'member' },
  { name: '个人资料', path: '/setting/index', as: 'member' },
  { name: '修改密码', path: '/setting/index?tab=2', as: 'member' },
  { name: '登录设备', path: '/setting/index?tab=3', as: 'member' },
  { name: '消息', path: '/im/index', as: 'member' },
  { name: '文章预览', path: '/preview/article?id=48', as: 'editor' },
]

export const consoleScreens: readonly Screen[] = [
  { name: '后台登录', path: '/admin/login' },
  { name: '工作台', path: '/admin', as: 'admin' },
  { name: '文章管理', path: '/admin/articles', as: 'editor' },
  { name: '写文章', path: '/admin/articles/new', as: 'editor' },
  { name: '编辑文章', path: '/admin/articles/48', as: 'editor' },
  { name: '轮播图', path: '/admin/banners', as: 'editor' },
  { name: '飘窗设置', path: '/admin/floating-ad', as: 'editor' },
  { name: '危机提醒', path: '/admin/care', as: 'service' },
  { name: '危机提醒详情', path: '/admin/care/1', as: 'service' },
  { name: '聊天词库', path: '/admin/lexicon', as: 'service' },
  { name: '清除会话', path: '/admin/chats?key=doctor1', as: 'admin' },
  { name: '入会申请', path: '/admin/member-applications', as: 'admin' },
  { name: '一份入会申请', path: '/admin/member-applications/1', as: 'admin' },
  { name: '会员', path: '/admin/members', as: 'admin' },
  { name: '一位会员', path: '/admin/members/1', as: 'admin' },
  { name: '会员类别与会费', path: '/admin/member-levels', as: 'admin' },
  { name: '续费提醒', path: '/admin/member-reminders', as: 'admin' },
  { name: '审计日志', path: '/admin/audit', as: 'admin' },
  { name: '用户', path: '/admin/users', as: 'admin' },
  { name: '站点信息', path: '/admin/site', as: 'admin' },
  { name: '后台页面不存在', path: '/admin/nowhere', as: 'editor' },
  { name: '没有后台权限', path: '/admin', as: 'member' },
]

export const accountOf = {
  member: 'member1',
  paid: 'member4',
  editor: 'editor',
  admin: 'admin',
  service: 'service',
} as const
