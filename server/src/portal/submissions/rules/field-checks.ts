// Checks before a submission. The server counts, because counts of a browser cannot be trusted.
import type { FieldErrors } from '@xinqiao/contract/errors.ts'
import type { SubmissionFields } from '@xinqiao/contract/http/submissions/submissions.ts'
import { isDialablePhone } from '@xinqiao/contract/phone.ts'
import {
  countWords,
  deedsLimits,
  introductionLimits,
  paperLimits,
  teamSize,
  type CallKind,
} from '@xinqiao/contract/submissions.ts'

/** Text of the paper: typed into the form, or else extracted from the file. */
export const submittedTextOf = (fields: Pick<SubmissionFields, 'body'>, fileText: string): string =>
  fields.body || fileText

export function countWordsByField(kind: CallKind, fields: SubmissionFields, fileText: string): Record<string, number> {
  const countCharacters = (text: string | undefined) => countWords(text ?? '')
  if (kind === 'paper')
    return {
      body: countCharacters(submittedTextOf(fields, fileText)),
      abstract: countCharacters(fields.abstract),
      englishAbstract: countCharacters(fields.englishAbstract),
      biography: countCharacters(fields.biography),
    }
  if (kind === 'competition') return { introduction: countCharacters(fields.introduction) }
  return { deeds: countCharacters(fields.deeds) }
}

type FieldRule = (fields: SubmissionFields, counts: Record<string, number>, hasFile: boolean) => FieldErrors

const findEmptyFields = (
  fields: SubmissionFields,
  messages: Partial<Record<keyof SubmissionFields, string>>,
): FieldErrors =>
  Object.fromEntries(Object.entries(messages).filter(([name]) => !fields[name as keyof SubmissionFields]))

const checkLength = (
  counts: Record<string, number>,
  name: string,
  title: string,
  [min, max]: readonly [number, number],
): FieldErrors => {
  const count = counts[name] ?? 0
  if (count < min) return { [name]: `${title}须${min}至${max}字，目前${count}字` }
  return count > max ? { [name]: `${title}不能超过${max}字，目前${count}字` } : {}
}

const checkPaper: FieldRule = (fields, counts) => ({
  ...findEmptyFields(fields, {
    title: '请输入题目',
    name: '请输入作者姓名',
    phone: '请输入联系电话',
    company: '请输入作者单位',
    keywords: '请输入关键词',
    biography: '请输入作者简介',
  }),
  ...(countWords(fields.title) > paperLimits.title && { title: `题目不能超过${paperLimits.title}字` }),
  ...checkLength(counts, 'abstract', '中文摘要', paperLimits.abstract),
  ...checkLength(counts, 'englishAbstract', '英文摘要', paperLimits.englishAbstract),
  ...checkLength(counts, 'biography', '作者简介', paperLimits.biography),
  ...checkLength(counts, 'body', '正文', paperLimits.body),
})

const isVideoAddress = (address: string) => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.')
}

const checkCompetition: FieldRule = (fields, counts, hasFile) => {
  const team = fields.team ?? []
  const filled = team.filter((member) => member.name)
  return {
    ...findEmptyFields(fields, {
      title: '请输入作品名称',
      category: '请选择参赛类别',
      introduction: '请输入作品简介',
      phone: '请输入联系电话',
      company: '请输入参赛单位',
    }),
    ...checkLength(counts, 'introduction', '作品简介', introductionLimits),
    ...(filled.length === 0 && { team: '请填写至少一位参赛者' }),
    ...(filled.length > teamSize && { team: `团队不超过${teamSize}人` }),
    ...(!fields.videoUrl && !hasFile && { videoUrl: '请填写视频链接或上传视频' }),
    ...(fields.videoUrl && !isVideoAddress(fields.videoUrl) && { videoUrl: '请填写以 http 开头的完整链接' }),
  }
}

const checkApplication =
  (person: string): FieldRule =>
  (fields, counts) => ({
    ...findEmptyFields(fields, {
      title: `请输入${person}`,
      name: '请输入联系人',
      phone: '请输入联系电话',
      company: '请输入所在单位',
      deeds: '请填写主要事迹',
    }),
    ...checkLength(counts, 'deeds', '主要事迹', deedsLimits),
  })

const fieldRules: Record<CallKind, FieldRule> = {
  paper: checkPaper,
  competition: checkCompetition,
  organisation: checkApplication('申报单位'),
  individual: checkApplication('被推荐人姓名'),
  collective: checkApplication('申报集体名称'),
}

/** @returns error messages by field */
export const checkSubmission = (
  kind: CallKind,
  fields: SubmissionFields,
  { counts, hasFile }: { counts: Record<string, number>; hasFile: boolean },
): FieldErrors => ({
  ...(fields.phone && !isDialablePhone(fields.phone) && { phone: '请输入正确的联系电话' }),
  ...fieldRules[kind](fields, counts, hasFile),
})
