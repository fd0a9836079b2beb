// Fixed texts of the pages about peer groups.
export const peerGroupTexts = {
  title: '同伴小组',
  lead: '和有相似经历的人一起走一段路。同伴小组由协会指定的人带领，团体辅导由咨询师带领；您用自己取的称呼参加。',
  guarantees: [
    '组员只看到您取的称呼，看不到您的昵称、头像和手机号',
    '新组员看不到加入之前的对话，离开后看不到任何对话',
    '组员之间不能私聊，离开小组以后也不能，除非双方都同意成为好友',
    '遇到让您不舒服的内容，可以随时举报，协会会处理',
  ],
  boundary: '小组是同伴间的相互支持，不代替心理咨询和医疗。',
} as const
