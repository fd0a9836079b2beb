// Versions of the privacy policy and the terms of service, with what each one changed.

export type LegalVersion = {
  /** Date on which the version was published, YYYY-MM-DD. */
  date: string
  /** Differences from the version before, one sentence each, shown to readers. */
  changes: readonly string[]
}

const firstVersion: LegalVersion = { date: '2026-11-01', changes: ['首次公布。'] }

/** Versions of the policy, the newest first. */
export const privacyVersions: readonly [LegalVersion, ...LegalVersion[]] = [
  {
    date: '2026-11-30',
    changes: [
      '咨询沟通：写明内容加密保存；系统自动留意可能表示危险的文字，显示求助方式并提醒协会值班人员；工作人员查阅前写明理由，查阅记录不可更改。',
      '语音与视频：写明记录哪些信息、保存一年，不录音、不录像；团体通话由媒体服务器即时转发，不保存。',
      '站内向导：写明提问与回答怎样保存，以及语言模型收到什么、收不到什么。',
      '设备与日志：删去“按规定在账号信息页面展示所属省份”，本站不展示所属省份。',
      '保存多久：增加好友之间的私聊、同伴小组与团体辅导、委员群与参会者群、用户自己建的小组、直播讲座、论文与参赛作品；期限届满后由协会秘书处删除或作匿名化处理。',
      '您的权利：写明哪些可以自行查阅和修改，哪些向协会秘书处申请；您可以要求删除自己发布的内容。',
      '删除与注销：可以在“设置—删除与注销”里申请删除自己的聊天消息、注销账号，办理之前可以撤回。',
    ],
  },
  firstVersion,
]

/** Versions of the terms, the newest first. */
export const agreementVersions: readonly [LegalVersion, ...LegalVersion[]] = [
  { date: '2026-11-30', changes: ['账号：写明可以在“设置—删除与注销”里，或者向协会秘书处申请注销账号。'] },
  firstVersion,
]
