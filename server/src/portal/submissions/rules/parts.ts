// The readable parts of a submission: its content and, separately, its author.
import { z } from 'zod'
import type { SubmissionFields } from '@xinqiao/contract/http/submissions/submissions.ts'
import { categories, isSettled, type CallKind } from '@xinqiao/contract/submissions.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { maskName, maskPhone } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { submittedTextOf } from './field-checks.ts'
import { maskNamesOfTitle } from './names-in-title.ts'
import type { CallForPapersRow, SubmissionContent, TitleMasking, SubmissionRow } from '../records/store.ts'

const SubmissionPerson = z.object({
  name: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  position: z.string().optional(),
  biography: z.string().optional(),
  team: z.array(z.object({ name: z.string(), company: z.string() })).optional(),
})
export type SubmissionPerson = z.infer<typeof SubmissionPerson>

export function splitSubmission(fields: SubmissionFields): {
  title: string
  content: SubmissionContent
  person: SubmissionPerson
} {
  const { title, name, phone, company, position, biography, team, ...content } = fields
  return { title, content, person: { name, phone, company, position, biography, team } }
}

/** @param id the id of the submission */
export const sealPerson = ({ secrets }: Pick<Kit, 'secrets'>, id: number, person: SubmissionPerson): Buffer =>
  secrets.seal(JSON.stringify(person), sealBindings.submissionPerson(id))
export const openPerson = (
  { secrets }: Pick<Kit, 'secrets'>,
  row: Pick<SubmissionRow, 'id' | 'person_sealed'>,
): SubmissionPerson =>
  SubmissionPerson.parse(JSON.parse(secrets.open(row.person_sealed, sealBindings.submissionPerson(row.id))))

export const openSubmissionFields = (kit: Pick<Kit, 'secrets'>, row: SubmissionRow): SubmissionFields => ({
  title: row.title,
  ...row.content,
  ...openPerson(kit, row),
})

type LabelledPart = { label: string; text: string }
const createPart = (label: string, text: string | undefined): LabelledPart[] => (text ? [{ label, text }] : [])

/** The title as staff may see it: that of an application names the person, that of a competition work names no one. */
export function listParts(kind: CallKind, row: Pick<SubmissionRow, 'title' | 'content' | 'file_text'>): LabelledPart[] {
  const { content } = row
  return [
    ...createPart(kind === 'paper' ? '题目' : kind === 'competition' ? '作品名称' : '申报对象', row.title),
    ...createPart('类别', content.category && categories[content.category]),
    ...createPart('关键词', content.keywords),
    ...createPart('中文摘要', content.abstract),
    ...createPart('英文摘要', content.englishAbstract),
    ...createPart('作品简介', content.introduction),
    ...createPart('视频链接', content.videoUrl),
    ...createPart('主要事迹', content.deeds),
    ...(kind === 'paper' ? createPart('正文', submittedTextOf(content, row.file_text)) : []),
  ]
}

const hiddenText = '查看完整资料后显示'

type CallColumns = Pick<CallForPapersRow, 'kind' | 'state' | 'purged_at'>

/**
 * How staff see titles. The title of an award for a person is the name: masked like authors until the award is public.
 */
export function titleMaskingOf(call: CallColumns): TitleMasking {
  if (call.kind !== 'individual' || call.purged_at) return 'whole'
  return isSettled(call.state) ? 'maskedUnlessTaken' : 'masked'
}

type TitledSubmission = Pick<SubmissionRow, 'title' | 'state'>
function isMasked(row: TitledSubmission, call: CallColumns): boolean {
  const titles = titleMaskingOf(call)
  return row.title !== '' && (titles === 'masked' || (titles === 'maskedUnlessTaken' && row.state !== 'accepted'))
}

export const titleForStaff = (row: TitledSubmission, call: CallColumns): string =>
  isMasked(row, call) ? maskName(row.title) : row.title

/** Texts about a proposed person contain the name, too. */
export const textForStaff = (row: TitledSubmission, call: CallColumns, text: string): string =>
  isMasked(row, call) ? maskNamesOfTitle(text, row.title) : text

export const partsForStaff = (row: SubmissionRow, call: CallColumns): LabelledPart[] =>
  listParts(call.kind, { ...row, title: titleForStaff(row, call) }).map(({ label, text }) => ({
    label,
    text: textForStaff(row, call, text),
  }))

/** The author or the proposed person: masked, or in full with a reason. */
export function listPersonParts(
  kit: Pick<Kit, 'secrets'>,
  row: SubmissionRow,
  call: CallColumns,
  isFull: boolean,
): LabelledPart[] {
  const { name, phone, company, position, biography, team } = openPerson(kit, row)
  const members = (team ?? []).filter((member) => member.name)
  const maskUnlessFull = (whole: string) => (isFull ? whole : maskName(whole))
  const maskText = (text: string) => (isFull ? text : textForStaff(row, call, text))
  const isNamed = call.kind === 'individual' && !call.purged_at
  return [
    ...createPart('被推荐人', isNamed ? (isFull ? row.title : titleForStaff(row, call)) : undefined),
    ...createPart('姓名', name && maskUnlessFull(name)),
    ...createPart('单位', company && maskText(company)),
    ...createPart('职务或职称', position && maskText(position)),
    ...createPart('联系电话', phone && (isFull ? phone : maskPhone(phone))),
    ...createPart('作者简介', biography && (isFull ? biography : hiddenText)),
    ...createPart('团队', members.map((member) => `${maskUnlessFull(member.name)}（${member.company}）`).join('、')),
  ]
}
