// The booking notes and guarantees of portal.md 9, as visitors read them.
export const bookingNotes = [
  {
    heading: '预约与改期',
    text: '如需改期或取消，请至少提前24小时操作，费用原路退回；不足24小时，咨询照常进行，费用不予退还。',
  },
  { heading: '迟到', text: '咨询从约定时间开始计时。迟到的时间计入咨询时长，不延长，也不减免费用。' },
  { heading: '在线咨询', text: '协会有效会员可免费在线咨询。请在安静、私密的地方进行，并保持网络通畅。' },
  { heading: '线下咨询', text: '按咨询师标价收费，每次50分钟。请提前10分钟到达，地点见预约确认。' },
  {
    heading: '保密与例外',
    text: '咨询内容受到保密。当您或他人可能受到严重伤害、或法律要求披露时，咨询师会在必要的范围内告知有关方面，并尽可能先与您商量。',
  },
  {
    heading: '不做诊断与治疗',
    text: '心理咨询师不从事精神障碍的诊断与治疗。怀疑患有精神障碍时，咨询师会建议您到医院就诊。',
  },
] as const

export const guarantees = [
  '资质由协会核验，证书可查',
  '咨询内容严格保密',
  '投诉渠道畅通，专人跟进',
  '提前24小时可免费改期或取消',
] as const
