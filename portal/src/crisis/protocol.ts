// The protocol that a counsellor follows in a conversation with signs of danger.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'

export type CrisisProtocol = { ask: readonly string[]; say: readonly string[]; avoid: readonly string[] }

const ofWriter: CrisisProtocol = {
  ask: [
    '有没有希望自己已经死去，或者睡着不再醒来？',
    '有没有真的想过结束自己的生命？',
    '想过用什么方法吗？手边有药品、刀具，或者现在在高处、水边吗？',
    '打算真的去做吗？有没有定下时间、做过准备？',
    '最近三个月，有没有做过伤害自己的事？',
    '现在在哪里？身边有谁？',
  ],
  say: [
    '“谢谢您愿意告诉我。我很在意您的安全，我们一起想办法。”',
    '“在我们谈话的时候，请先不要伤害自己，把药品、刀具放远一些，可以吗？”',
    '“我会请协会的值班人员一起帮您，这样您不是一个人。”',
  ],
  avoid: ['不说教、不争辩，不说“想开点”', '不承诺替对方保守自杀计划的秘密', '不独自承担，不突然结束对话'],
}

export const protocols: Record<CrisisLevel, CrisisProtocol> = {
  plan: ofWriter,
  thought: ofWriter,
  other: {
    ask: [
      '您担心的人现在在哪里？身边有谁？',
      '他说过、做过什么让您担心？有没有提到方法、时间？',
      '您直接问过他是不是想结束生命吗？',
      '他能接触到药品、刀具或高处吗？',
      '您自己现在还好吗？',
    ],
    say: [
      '“您愿意帮他，这很重要。请先陪着他，或者保持通话。”',
      '“直接问起自杀，不会让人更想自杀，反而让他有机会说出来。”',
      '“请把危险的东西拿开；情况紧急，现在就拨打120或110。”',
    ],
    avoid: ['不让来访者独自承担', '不建议用激将、责备的办法', '不承诺替他保密'],
  },
  violence: {
    ask: [
      '您现在安全吗？伤害您的人在旁边吗？',
      '有没有受伤，需要去医院吗？',
      '家里还有孩子或老人受到伤害吗？',
      '这样的事以前发生过吗？有没有被威胁？',
      '有没有伤害自己的想法？',
    ],
    say: [
      '“这不是您的错。没有人有权这样对您。”',
      '“如果正在发生，请先到有人、安全的地方，拨打110。”',
      '“受了伤请去医院，留下病历、照片和聊天记录。”',
    ],
    avoid: ['不追问“您为什么不离开”', '不建议当面对质', '涉及未成年人受侵害的，须按规定报告'],
  },
}

/** Published standards that the protocol follows, by name and year. */
export const protocolSources: readonly string[] = [
  '国家卫生健康委办公厅《心理援助热线技术指南（试行）》，2021',
  '中国心理学会《临床与咨询心理学工作伦理守则（第二版）》，2018',
  'Posner 等，哥伦比亚自杀严重程度评定量表（C-SSRS），2011',
  'Quinnett，QPR：询问、劝说、转介，1995',
  'Stanley 与 Brown，安全计划干预，2012',
]
