// Consent text of a booking. Every change needs a new version; a test checks that.
import { createHash } from 'node:crypto'

const version = '2026-12'
const title = '心理咨询预约知情同意书'
const sections = [
  {
    heading: '咨询的性质',
    text: '心理咨询由协会认证的咨询师提供，不从事精神障碍的诊断与治疗。怀疑患有精神障碍时，咨询师会建议您到医院就诊，并可为您转介。',
  },
  {
    heading: '保密与例外',
    text: '您的信息与谈话内容受到保密。以下情形除外：您或他人的生命可能受到严重威胁；未成年人受到侵害；法律要求披露。届时咨询师只在必要的范围内告知有关方面，并尽可能先与您商量。',
  },
  {
    heading: '敏感个人信息',
    text: '您填写的主要困扰与既往情况属于敏感个人信息，仅用于本次咨询的准备，加密保存，只有您预约的咨询师能够查看；其中如有可能危及生命的表达，值班人员会按上述例外查看并与您联系。您可以不填写既往情况。',
  },
  {
    heading: '时间与费用',
    text: '每次咨询50分钟。协会有效会员在线咨询免费，其余按咨询师标价收费。迟到的时间计入咨询时长，不延长、不减免。',
  },
  {
    heading: '改期与取消',
    text: '请至少提前24小时改期或取消，费用原路退回；不足24小时不能改期或取消，咨询照常进行，费用不予退还。',
  },
  { heading: '未成年人', text: '未满18周岁须由监护人知情并同意，并填写监护人的联系方式。' },
  { heading: '紧急情况', text: '咨询不是紧急救助。如有伤害自己或他人的念头，请立即拨打12356，或110、120。' },
] as const

const hash = createHash('sha256')
  .update(JSON.stringify([version, title, sections]))
  .digest('hex')

export const bookingConsentText = { version, hash, title, sections: sections.map((section) => ({ ...section })) }
