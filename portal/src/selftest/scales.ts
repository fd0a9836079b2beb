// PHQ-9 and GAD-7, which are free to use: items, scoring, and the meaning of a sum in plain words. Results describe the
// recent condition and name no illness.

export const choices = ['完全没有', '有几天', '一半以上的日子', '几乎每天'] as const

export type ScaleOutcome = { label: string; meaning: string; next: readonly string[] }
export type ScoreBand = ScaleOutcome & {
  /** Upper bound of the sum. */
  maxSum: number
}
export type SelfTestScale = {
  key: 'phq9' | 'gad7'
  title: string
  about: string
  items: readonly string[]
  bands: readonly ScoreBand[]
  /** Index of the item about self-harm, and its outcome for any answer but zero, whatever the sum. */
  danger?: { item: number; outcome: ScaleOutcome }
}

const calm = ['保持规律的作息、饮食与运动', '和信任的人常联系', '两周后可以再做一次，看看变化']
const watch = [
  '每天安排一件让自己舒服的小事，再小也算',
  '把困扰说给信任的人听，不必独自承担',
  '若两周后没有好转，或影响到学习、工作与睡眠，请与专业人员谈谈',
]
const seek = [
  '建议在一两周内与心理咨询师或医生谈谈，可以拨打12356咨询去处',
  '暂时不要独自做重大决定，请家人或朋友多陪伴',
  '保留睡眠与吃饭的时间，避免用酒精缓解',
]
const soon = [
  '建议尽快到医院的心理科或精神科就诊，请家人或朋友陪同',
  '现在就可以拨打全国统一心理援助热线12356',
  '让身边的人知道您的情况，不要独处；有危险时立即拨打110或120',
]

const endangered: ScaleOutcome = {
  label: '请先照顾好您的安全',
  meaning: '您提到有不如死掉或伤害自己的念头。不论合计多少分，这样的念头都值得马上说给人听，您不必独自扛着。',
  next: [
    '现在就拨打全国统一心理援助热线12356，与人说说此刻的感受',
    '把这个念头告诉一位信任的家人或朋友，请他陪着您，不要独处',
    '把药品、刀具等交给身边的人，离开高处、水边',
    '请在今天或明天到医院的心理科或精神科就诊；有危险时立即拨打110或120',
  ],
}

export const scales: readonly SelfTestScale[] = [
  {
    key: 'phq9',
    title: '情绪自评（PHQ-9）',
    about: '了解最近两周的情绪状态，共9题，约2分钟。',
    items: [
      '做事时提不起劲，或没有兴趣',
      '感到心情低落、沮丧或绝望',
      '入睡困难、睡不安稳，或睡得太多',
      '感到疲倦，或没有活力',
      '胃口不好，或吃得太多',
      '觉得自己很糟、很失败，或让自己、家人失望',
      '难以集中注意力，例如看书或看电视时',
      '动作或说话慢到别人察觉；或相反，比平时更烦躁、坐立不安',
      '有不如死掉，或用某种方式伤害自己的念头',
    ],
    bands: [
      { maxSum: 4, label: '状态平稳', meaning: '最近两周，情绪方面的困扰很少。', next: calm },
      {
        maxSum: 9,
        label: '有些低落',
        meaning: '最近两周有一些情绪困扰，多数人会随着休息和支持慢慢缓和。',
        next: watch,
      },
      {
        maxSum: 14,
        label: '比较低落',
        meaning: '最近两周的情绪困扰较多，可能已经影响到日常生活，值得认真对待。',
        next: seek,
      },
      {
        maxSum: 19,
        label: '明显低落',
        meaning: '最近两周的情绪困扰明显，您可能过得很辛苦。寻求帮助是有用的。',
        next: soon,
      },
      {
        maxSum: 27,
        label: '非常低落',
        meaning: '最近两周的情绪困扰很重，您不必一个人扛。请尽快寻求专业帮助。',
        next: soon,
      },
    ],
    danger: { item: 8, outcome: endangered },
  },
  {
    key: 'gad7',
    title: '焦虑自评（GAD-7）',
    about: '了解最近两周的紧张与担心，共7题，约2分钟。',
    items: [
      '感到紧张、不安或着急',
      '停不下来，或控制不住担心',
      '对各种事情担心过多',
      '很难放松下来',
      '不安到难以静坐',
      '变得容易烦恼或急躁',
      '感到害怕，好像有可怕的事要发生',
    ],
    bands: [
      { maxSum: 4, label: '状态平稳', meaning: '最近两周，紧张与担心很少。', next: calm },
      { maxSum: 9, label: '有些紧张', meaning: '最近两周有一些紧张与担心，练习放松、与人倾诉会有帮助。', next: watch },
      {
        maxSum: 14,
        label: '比较紧张',
        meaning: '最近两周的紧张与担心较多，可能已经影响到日常生活，值得认真对待。',
        next: seek,
      },
      {
        maxSum: 21,
        label: '非常紧张',
        meaning: '最近两周的紧张与担心很重，您可能过得很辛苦。请尽快寻求专业帮助。',
        next: soon,
      },
    ],
  },
]

/**
 * A thought of self-harm decides the outcome, however small the sum is.
 * @param answers 0 to 3 each
 */
export function scoreAnswers(scale: SelfTestScale, answers: readonly number[]): { sum: number; outcome: ScaleOutcome } {
  const sum = answers.reduce((total, answer) => total + answer, 0)
  if (isInDanger(scale, (item) => answers[item])) return { sum, outcome: scale.danger!.outcome }
  return { sum, outcome: scale.bands.find((band) => sum <= band.maxSum) ?? scale.bands.at(-1)! }
}

export const isInDanger = ({ danger }: SelfTestScale, answerTo: (item: number) => number | undefined): boolean =>
  danger !== undefined && (answerTo(danger.item) ?? 0) > 0
