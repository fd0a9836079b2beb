// Texts of the help cards, one per level, shared by chat, questions, bookings and searches.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'

type HelpTexts = {
  title: string
  lead: string
  /** Three things to do now. */
  steps: readonly [string, string, string]
  note: string
}

const title = '您的话我们很在意，您不必一个人扛'
const note = '协会值班人员已收到提醒，会尽快关注您。'

export const helpTexts: Record<CrisisLevel, HelpTexts> = {
  plan: {
    title,
    lead: '此刻最要紧的是您的安全。现在请先做三件事：',
    steps: [
      '已经服药、受伤或有生命危险，立即拨打120或110；没有，就拨打12356，和一个人说说话',
      '离开高处和水边，把药品、刀具交给身边的人',
      '告诉一位您信任的家人或朋友，请他来陪着您',
    ],
    note,
  },
  thought: {
    title,
    lead: '有这样的念头很辛苦，愿意说出来很不容易。现在可以做三件事：',
    steps: [
      '拨打12356说说话；未满18周岁也可以拨打12355',
      '告诉一位信任的家人、老师或朋友，请他陪陪您',
      '把药品、刀具放到拿不到的地方，别独自待着',
    ],
    note,
  },
  other: {
    title: '担心身边的人？您可以这样帮他',
    lead: '认真对待他说的话，不争辩、不评判。现在可以做三件事：',
    steps: [
      '他已经服药、受伤或联系不上，立即拨打120或110，说清他在哪里',
      '陪在他身边或保持通话，帮他远离药品、刀具和高处，平和地直接问：“你是不是想过结束生命？”',
      '和他一起拨打12356，不让他独自一人',
    ],
    note: '协会值班人员也收到了提醒。您自己同样需要支持，也可以拨打12356。',
  },
  violence: {
    title: '这不是您的错，您可以得到保护',
    lead: '先让受伤害的人安全。现在可以做三件事：',
    steps: [
      '正在发生伤害，立即拨打110，到有人、安全的地方去',
      '受了伤先去医院，留下病历、照片和聊天记录',
      '告诉一位可以信任的人；妇女可以拨打12338，未成年人可以拨打12355',
    ],
    note,
  },
}
