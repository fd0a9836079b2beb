// Common questions about the site, which the guide answers beside articles. Keep them equal to the pages they lead to.
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { routes } from '@xinqiao/contract/routes.ts'

/**
 * `words`: other ways to ask. `isUrgent`: comes before other texts, because a person may need protection. `isOnly`: no
 * other text is shown beside it, because the question is for no text of this site. `isByMark`: one synonym of the title
 * is enough, because such questions tell a story in words that no text has.
 */
type CommonQuestion = {
  title: string
  words: string
  text: string
  url: string
  isUrgent?: true
  isOnly?: true
  isByMark?: true
}

export const commonQuestions: readonly CommonQuestion[] = [
  {
    title: '您是人还是机器',
    words: '你是真人吗 你是人吗 你是谁 机器人 真人客服 人工客服 转人工 跟真人说话 系统提示 忽略规则 扮演角色',
    text: '我是机器，不是人，也不能扮演别人。我只查找本站公开的内容，不做心理咨询。想和人说话，请找咨询师，或拨打 12356。',
    url: routes.consult,
    ...{ isUrgent: true, isOnly: true },
  },
  {
    title: '我是不是有病',
    words:
      '有没有病 是不是有病 这样有病 得了病 得了抑郁症 我抑郁了吗 是不是抑郁 确诊 诊断 心理不正常 有心理疾病 有精神病 帮我诊断',
    text: '我是机器，不能判断。只有医生能诊断：请到医院的精神科或心理科就诊，也可以先找咨询师谈谈。本站的自评只作参考。',
    url: routes.consult,
    ...{ isUrgent: true, isOnly: true },
  },
  {
    title: '吃什么药、能不能停药',
    words: '抑郁症吃药好 焦虑症吃药 失眠吃药 吃药有用 药吃多久 副作用 停药 舍曲林 帕罗西汀',
    text: '用药只能由医生决定：请到医院的精神科或心理科就诊，不要自行买药、加量或停药。本站不开药，我也不能建议用药。',
    url: routes.consult,
    ...{ isUrgent: true, isOnly: true },
  },
  {
    title: '失去亲人、孩子或宠物之后',
    words: '亲人去世 丧宠 哀伤',
    text: '失去之后的难过没有对错，也没有期限。可以找擅长哀伤的咨询师谈谈，也可以在“心理问答”里写下来。难受得撑不住时，请拨打心理援助热线 12356。',
    url: routes.consult,
    isByMark: true,
  },
  {
    title: '退款多久到账，怎样退费',
    words: '退款到账 退款进度 退款时间 申请退款 会费退款 参会费退款 预约退款',
    text: '退款原路退回。办到哪一步、是否已退回，在“我的订单”里可以看到；支付平台何时入账，以平台的通知为准。',
    url: routes.orders,
  },
  {
    title: '咨询怎样收费，有免费的吗',
    words: '咨询费用 咨询师费用 免费咨询 咨询多少钱 免费的咨询师',
    text: '每位咨询师的收费写在他的页面上，预约前可以看到。在“心理问答”提问不收费。急需有人听您说时，请拨打心理援助热线 12356。',
    url: routes.consult,
  },
  {
    title: '学分在哪里看',
    words: '继续教育学分 我的学分 学分查询 学分证明 学分记录',
    text: '登录后打开右上角的“我的学分与证书”，可以看到会议与讲座记下的继续教育学分。',
    url: routes.credits,
  },
  {
    title: '怎样登录',
    words: '登录入口 登录失败 登录不上 账号登录 账号锁定 登录不了',
    text: '在登录页用账号或手机号与密码登录。忘记密码时，在登录页选择“忘记密码”。',
    url: routes.login,
  },
  {
    title: '怎样申请入会',
    words: '加入协会 成为会员 会员申请 入会条件 入会流程 报名入会 入会 费用',
    text: '登录后打开“会员服务”，选择个人会员或单位会员，填写资料并提交。审核通过后缴纳会费，即取得会员编号和电子会员证书。',
    url: routes.member,
  },
  {
    title: '会员审核进度在哪里看',
    words: '审核结果 退回补正 申请状态 会籍状态 我的会籍',
    text: '登录后在“我的会籍”可以看到审核进度与理由，也会收到站内消息和短信提醒。退回的申请补正后可以再次提交。',
    url: routes.myMembership,
  },
  {
    title: '怎样缴纳会费或续费',
    words: '交会费 会费缴纳 续费 缴费 付会费 会员到期 会籍失效',
    text: '在“我的会籍”缴纳会费。会期届满前90天起可以续缴；届满未续的先进入宽限期，期满仍未缴的会籍失效，补缴后恢复。',
    url: routes.myMembership,
  },
  {
    title: '付款后没有变化怎么办',
    words: '支付失败 重复付款 支付没有到账 退款 付了钱 订单状态',
    text: '请不要重复支付。系统会与支付平台核对，一般几分钟内更新；重复支付的款项会自动退回。在“我的订单”可以查看状态。',
    url: routes.orders,
  },
  {
    title: '怎样开票据或发票',
    words: '收据 发票下载 会费票据 发票抬头 开发票 电子发票',
    text: '付款后在“我的订单”打开这笔订单，申请票据，填写抬头。会费开具社会团体会费票据。',
    url: routes.orders,
  },
  {
    title: '怎样找咨询师',
    words: '心理咨询 找咨询师倾诉 找人倾诉 找心理医生 选择咨询师 咨询师名单 专家',
    text: '在“心理咨询”按领域查找已核实资质的咨询师，查看擅长方向后可以预约或留言。',
    url: routes.consult,
  },
  {
    title: '怎样预约咨询、改期或取消',
    words: '预约时间 取消预约 改约 退预约 咨询改期 约咨询',
    text: '在咨询师的页面选择时段预约。开始前24小时可以自行改期或取消，在“我的预约”里办理。',
    url: routes.booking,
  },
  {
    title: '怎样提问，可以匿名吗',
    words: '匿名提问 心理问答 发布问题 问心理问题 隐藏名字',
    text: '在“心理问答”写下问题即可提问，可以选择匿名。匿名的问题，回答的人与其他访客都看不到您是谁。',
    url: routes.psychology,
  },
  {
    title: '怎样报名学术年会',
    words: '年会报名 参加年会 会议注册 参会 学术会议 参会费',
    text: '打开“学术年会”，选择参会类型，填写资料并付款。名额满时可以候补，有空位会通知您。',
    url: routes.academic,
  },
  {
    title: '怎样投稿或申报奖项',
    words: '征文 论文投稿 作品提交 评选 申报 投论文',
    text: '在“征文与评选”查看正在征集的项目，登录后在线提交；评审时隐去姓名与单位。',
    url: routes.essay,
  },
  {
    title: '怎样参加考试',
    words: '考试报名 考试时间地点 在线考试 考试入口 考试时间 断网 交卷 考试成绩 历史试卷',
    text: '在“在线考试”进入有效时间内的考试。作答随时保存，断网、刷新、换设备都不会丢，到点由系统交卷。',
    url: routes.examination,
  },
  {
    title: '怎样核验证书',
    words: '证书真伪 证书编号 查证书 电子证书 证书查询 下载证书',
    text: '在“证书核验”输入证书编号，即可核对真伪。会员证书在“我的会籍”可以下载。',
    url: routes.certificate,
  },
  {
    title: '忘记密码怎么办',
    words: '忘记密码登录 密码不对 密码错误 找回密码 重置密码 登录不上 无法登录 修改密码',
    text: '在登录页选择“忘记密码”，用注册的手机号收验证码，然后设置新密码。',
    url: routes.forget,
  },
  {
    title: '怎样注册账号',
    words: '注册 创建账号 新用户 手机号注册 收不到验证码',
    text: '在注册页填写手机号，收验证码并设置密码即可。收不到验证码时请过一分钟再试，并检查短信是否被拦截。',
    url: routes.register,
  },
  {
    title: '怎样修改手机号或个人资料',
    words: '换手机号 手机号换了登录不上 旧手机号收不到验证码 修改昵称 改头像 个人设置 账号安全 绑定邮箱',
    text: '登录后在“设置”里修改资料、手机号与密码，也可以查看登录过的设备。旧号码已经不用时，可以用账号和密码登录；密码也忘了，请联系秘书处核验身份。',
    url: routes.setting,
  },
  {
    title: '咨询的内容会保密吗',
    words: '咨询保密 说的话会不会告诉别人 告诉单位 告诉学校 告诉父母 保密例外 聊天内容 谁会知道',
    text: '咨询内容受到保密。您或他人可能受到严重伤害，或法律要求披露时，咨询师会在必要的范围内告知有关方面，并尽可能先与您商量。',
    url: routes.consult,
  },
  {
    title: '怎样退会',
    words: '申请退会 退出协会 会费退不退',
    text: '入会自愿、退会自由。登录后在“我的会籍”申请退会，立即生效，会员证书同时失效，已缴会费不退还。',
    url: routes.myMembership,
  },
  {
    title: '怎样注销账号',
    words: '注销 删除账号 删除资料',
    text: '请联系协会秘书处申请注销，核验身份后办理；电话写在每个页面的底部。注销前请先处理未完成的缴费与预约。',
    url: routes.privacy,
  },
  {
    title: '讲座的回放在哪里看',
    words: '讲座回放 看回放 直播回放 错过讲座',
    text: '在“直播讲座”的往期里选择讲座；标有“可看回放”的可以看。录像上传以前，暂时没有回放。',
    url: routes.lectures,
  },
  {
    title: '我的个人信息安全吗',
    words: '隐私 个人信息保护 聊天记录 身份证号',
    text: '手机号、身份证号等加密保存，咨询师只看到化名。收集哪些信息、怎样使用，写在隐私政策里。',
    url: routes.privacy,
  },
  {
    title: '心理援助热线是多少',
    words: '求助电话 热线电话 12356 紧急求助 危机干预',
    text: `全国统一心理援助热线 12356，${hotlineHours}。打不通，或有人处在危险中时，请拨打110或120。`,
    url: '/care',
  },
  {
    title: '咨询师有不当行为怎样投诉',
    words: '投诉咨询师 举报咨询师 被咨询师骚扰 咨询师骚扰我 被咨询师摸 咨询师伤害我 咨询师泄露隐私 咨询师乱收费',
    text: '在“我的预约”里可以对这次咨询提出投诉，由协会工作人员处理；也可以联系秘书处。受到侵害时请拨打110报警，妇女维权热线12338。',
    url: routes.booking,
    isUrgent: true,
  },
  {
    title: '被打骂、骚扰或欺凌怎么办',
    words:
      '家暴 家庭暴力 老公打我 老婆打我 爸爸打我 妈妈打我 父母打我 被骚扰 性骚扰 被欺负 被同学欺负 校园欺凌 霸凌 虐待',
    text: '正处在危险中时请拨打110。妇女维权热线12338，青少年服务台12355，心理援助热线12356，都可以拨打。',
    url: '/care',
    isUrgent: true,
  },
  {
    title: '怎样做心理自评',
    words: '自测 心理测试 量表 抑郁自评 焦虑自评 测一测',
    text: '在“心理自评”选择量表作答，结果只有您自己看得到，只作参考，不能代替诊断。',
    url: routes.selfTest,
  },
  {
    title: '怎样加入同伴小组',
    words: '互助小组 同伴支持 小组申请 加入小组 参加小组',
    text: '在“同伴小组”查看正在招募的小组，阅读规则后申请，带领者同意后即可加入。',
    url: routes.peerGroups,
  },
  {
    title: '怎样联系秘书处',
    words: '怎么找到你们 联系方式 协会地址 办公时间 电话 联系协会 客服',
    text: '协会的地址、电话与办公时间写在“协会概况”页。',
    url: routes.association,
  },
]

/** Questions that the guide suggests in its greeting. */
export const suggestedQuestions = ['怎样申请入会', '怎样找咨询师', '怎样报名学术年会', '心理援助热线是多少'] as const
