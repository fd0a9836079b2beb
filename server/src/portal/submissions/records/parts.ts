// Readable parts of a submission: its content, and separately its author.
import { z } from 'zod'
import type { SubmissionFields } from '@xinqiao/contract/http/submissions.ts'
import { categories, isSettled, type CallKind } from '@xinqiao/contract/submissions.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { maskName, maskPhone } from '../../../kit/text/masks.ts'
import { sealedPlaces } from '../../../kit/auth/sealed-places.ts'
import { bodyOf } from './field-checks.ts'
import type { CallRow, Content, ShownTitles, SubmissionRow } from './store.ts'
import { maskNameIn } from './names-in-title.ts'

const Person = z.object({
  name: z.string().optional(),
  phone: z.string().optional(),
  company: z.string().optional(),
  position: z.string().optional(),
  biography: z.string().optional(),
  team: z.array(z.object({ name: z.string(), company: z.string() })).optional(),
})
export type Person = z.infer<typeof Person>

export function splitFields(fields: SubmissionFields): { title: string; content: Content; person: Person } {
  const { title, name, phone, company, position, biography, team, ...content } = fields
  return { title, content, person: { name, phone, company, position, biography, team } }
}

type Secrets = Pick<Kit, 'secrets'>

/** @param id of the submission */
export const sealPerson = ({ secrets }: Secrets, id: number, person: Person): Buffer =>
  secrets.seal(JSON.stringify(person), sealedPlaces.submissionPerson(id))
export const openPerson = ({ secrets }: Secrets, row: Pick<SubmissionRow, 'id' | 'person_sealed'>): Person =>
  Person.parse(JSON.parse(secrets.open(row.person_sealed, sealedPlaces.submissionPerson(row.id))))

export const joinFields = (kit: Secrets, row: SubmissionRow): SubmissionFields => ({
  title: row.title,
  ...row.content,
  ...openPerson(kit, row),
})

type Part = { label: string; text: string }
const part = (label: string, text: string | undefined): Part[] => (text ? [{ label, text }] : [])

/** The title of an application names the person; competition works name no one. */
export function listParts(kind: CallKind, row: Pick<SubmissionRow, 'title' | 'content' | 'file_text'>): Part[] {
  const { content } = row
  return [
    ...part(kind === 'paper' ? '题目' : kind === 'competition' ? '作品名称' : '申报对象', row.title),
    ...part('类别', content.category && categories[content.category]),
    ...part('关键词', content.keywords),
    ...part('中文摘要', content.abstract),
    ...part('英文摘要', content.englishAbstract),
    ...part('作品简介', content.introduction),
    ...part('视频链接', content.videoUrl),
    ...part('主要事迹', content.deeds),
    ...(kind === 'paper' ? part('正文', bodyOf(content, row.file_text)) : []),
  ]
}

const hidden = '查看完整资料后显示'

type ShownCall = Pick<CallRow, 'kind' | 'state' | 'purged_at'>

/** For awards of persons the title is the name: masked like authors until the award is public. */
export function shownTitles(call: ShownCall): ShownTitles {
  if (call.kind !== 'individual' || call.purged_at) return 'whole'
  return isSettled(call.state) ? 'maskedUnlessTaken' : 'masked'
}

type Titled = Pick<SubmissionRow, 'title' | 'state'>
function isMasked(row: Titled, call: ShownCall): boolean {
  const titles = shownTitles(call)
  return row.title !== '' && (titles === 'masked' || (titles === 'maskedUnlessTaken' && row.state !== 'accepted'))
}

export const titleForStaff = (row: Titled, call: ShownCall): string =>
  isMasked(row, call) ? maskName(row.title) : row.title

/** Texts about a proposed person contain the name too. */
export const textForStaff = (row: Titled, call: ShownCall, text: string): string =>
  isMasked(row, call) ? maskNameIn(text, row.title) : text

export const partsForStaff = (row: SubmissionRow, call: ShownCall): Part[] =>
  listParts(call.kind, { ...row, title: titleForStaff(row, call) }).map(({ label, text }) => ({
    label,
    text: textForStaff(row, call, text),
  }))

/** The author or proposed person: masked, or in full with a reason. */
export function listPerson(kit: Secrets, row: SubmissionRow, call: ShownCall, isFull: boolean): Part[] {
  const { name, phone, company, position, biography, team } = openPerson(kit, row)
  const members = (team ?? []).filter((member) => member.name)
  const shown = (whole: string) => (isFull ? whole : maskName(whole))
  const written = (text: string) => (isFull ? text : textForStaff(row, call, text))
  const isNamed = call.kind === 'individual' && !call.purged_at
  return [
    ...part('被推荐人', isNamed ? (isFull ? row.title : titleForStaff(row, call)) : undefined),
    ...part('姓名', name && shown(name)),
    ...part('单位', company && written(company)),
    ...part('职务或职称', position && written(position)),
    ...part('联系电话', phone && (isFull ? phone : maskPhone(phone))),
    ...part('作者简介', biography && (isFull ? biography : hidden)),
    ...part('团队', members.map((member) => `${shown(member.name)}（${member.company}）`).join('、')),
  ]
}
