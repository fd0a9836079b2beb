// Common questions about events, exams, groups, and what is written on the site.
import { routes } from '@xinqiao/contract/routes.ts'
import type { CommonQuestion } from './common-question.ts'

export const siteQuestions: readonly CommonQuestion[] = [
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
    title: '错过考试能补考吗',
    words: '考试忘记 考试错过 缺考 补考 考试过期 重考',
    text: '每场考试都有有效时间，过了时间不能再进入。有没有补考，写在考试的通知里；通知没有写的，请问秘书处，电话在页面底部。',
    url: routes.examination,
    isByMark: true,
  },
  {
    title: '发错的消息怎样撤回或删除',
    words: '发错消息 撤回消息 删除消息 消息删掉 消息撤回',
    text: '点开发错的那条消息，选择“撤回”：刚发出的消息可以撤回，对方不再看到。超过时间的不能撤回；需要清除写过的内容，请联系秘书处，电话在页面底部。',
    url: routes.im,
    isByMark: true,
  },
  {
    title: '提的问题为什么没有显示',
    words: '问题没有显示 帖子没有显示 提问审核 发的帖子看不见 帖子审核',
    text: '含有敏感词或个人信息的提问与回答，审核通过后才显示；没有通过的，会在站内消息里写明理由，可以申诉。其余的提交后就能看到。',
    url: routes.psychology,
    isByMark: true,
  },
  {
    title: '群组里有人骂我，怎样举报',
    words: '举报组员 小组举报 群里有人骂我 小组里吵架 举报群里的人 举报小组消息',
    text: '点开那条消息，选择“举报”；也可以在成员名单里举报这个人。举报交给协会处理，对方不会知道是谁举报的。离开小组后30天内也能举报。',
    url: routes.im,
    isByMark: true,
  },
  {
    title: '单位想请专家来讲课或培训',
    words: '请专家讲课 请老师来单位讲座 员工培训 团体心理服务 讲座邀请 企业心理服务 学校请讲座',
    text: '请看“团体心理服务”，有讲座、培训、测评和团体辅导。工作日9:00至17:00拨打页面底部的协会电话，说明单位、人数和时间，秘书处三个工作日内回复。',
    url: routes.group,
    isByMark: true,
  },
  {
    title: '怎样退出小组',
    words: '退出小组 离开小组 退群 退出群 不想在小组里',
    text: '在聊天里打开这个小组的信息，选择“退出小组”。退出后收不到小组的消息，也看不到以前的聊天记录。',
    url: routes.im,
    isByMark: true,
  },
  {
    title: '怎样参加考试',
    words: '考试报名 考试时间地点 在线考试 考试入口 考试时间 断网 交卷 考试成绩 历史试卷',
    text: '在“在线考试”进入有效时间内的考试。作答随时保存，断网、刷新、换设备都不会丢，到点由系统交卷。',
    url: routes.examination,
  },
  {
    title: '讲座的回放在哪里看',
    words: '讲座回放 看回放 直播回放 错过讲座',
    text: '在“直播讲座”的往期里选择讲座；标有“可看回放”的可以看。录像上传以前，暂时没有回放。',
    url: routes.lectures,
  },
  {
    title: '怎样加入同伴小组',
    words: '互助小组 同伴支持 小组申请 加入小组 参加小组',
    text: '在“同伴小组”查看正在招募的小组，阅读规则后申请，带领者同意后即可加入。',
    url: routes.peerGroups,
  },
]
