// Fields of each kind of submission, with the counts of the last save.
import type { FieldErrors } from '@xinqiao/contract/errors.ts'
import type { OwnSubmission } from '@xinqiao/contract/http/submissions/submissions.ts'
import {
  categories,
  deedsLimits,
  introductionLimits,
  describeLength,
  paperLimits,
  teamSize,
  type CallKind,
} from '@xinqiao/contract/submissions.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { RadioField } from '@xinqiao/ui/RadioField.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import type { FormValues } from '../forms/use-form.ts'

type SubmissionFieldValues = OwnSubmission['fields']
type SubmissionFieldsProps = {
  initial: SubmissionFieldValues | null
  counts: Record<string, number>
  errors: FieldErrors
}
type ShortField = 'title' | 'keywords' | 'name' | 'phone' | 'company' | 'position' | 'videoUrl'
type LongField = 'abstract' | 'englishAbstract' | 'body' | 'biography' | 'introduction' | 'deeds'

const renderShortField = (
  { initial, errors }: SubmissionFieldsProps,
  name: ShortField,
  label: string,
  more: object = {},
) => <Field name={name} label={label} defaultValue={initial?.[name] ?? ''} error={errors[name]} {...more} />
const renderLongField = (
  { initial, counts, errors }: SubmissionFieldsProps,
  {
    name,
    label,
    rule,
    rows = 4,
    required = true,
  }: { name: LongField; label: string; rule: string; rows?: number; required?: boolean },
) => (
  <div className="sm:col-span-2">
    <TextArea
      name={name}
      label={label}
      required={required}
      rows={rows}
      defaultValue={initial?.[name] ?? ''}
      error={errors[name]}
      hint={counts[name] === undefined ? rule : `${rule}；上次保存时${counts[name]}字`}
    />
  </div>
)

export function SubmissionFields({ kind, ...props }: SubmissionFieldsProps & { kind: CallKind }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {kind === 'paper' ? (
        <PaperFields {...props} />
      ) : kind === 'competition' ? (
        <CompetitionFields {...props} />
      ) : (
        <ApplicationFields kind={kind} {...props} />
      )}
    </div>
  )
}

const PaperFields = (props: SubmissionFieldsProps) => (
  <>
    <div className="sm:col-span-2">{renderShortField(props, 'title', '题目', { required: true, maxLength: 100 })}</div>
    {renderShortField(props, 'name', '作者姓名', { required: true, maxLength: 60, autoComplete: 'name' })}
    {renderShortField(props, 'company', '作者单位', { required: true, maxLength: 100, autoComplete: 'organization' })}
    {renderShortField(props, 'position', '职务或职称', { maxLength: 60 })}
    {renderShortField(props, 'phone', '联系电话', {
      required: true,
      maxLength: 20,
      type: 'tel',
      autoComplete: 'tel-national',
    })}
    <div className="sm:col-span-2">
      {renderShortField(props, 'keywords', '关键词', { required: true, maxLength: 100, hint: '3至5个，以分号隔开' })}
    </div>
    {renderLongField(props, { name: 'abstract', label: '中文摘要', rule: describeLength(paperLimits.abstract) })}
    {renderLongField(props, {
      name: 'englishAbstract',
      label: '英文摘要',
      rule: describeLength(paperLimits.englishAbstract),
      required: false,
    })}
    {renderLongField(props, {
      name: 'biography',
      label: '作者简介',
      rule: `${describeLength(paperLimits.biography)}，评审专家看不到`,
      rows: 3,
    })}
    {renderLongField(props, {
      name: 'body',
      label: '正文',
      rule: `${describeLength(paperLimits.body)}；已上传文件的可以留空`,
      rows: 10,
      required: false,
    })}
  </>
)

const CompetitionFields = (props: SubmissionFieldsProps) => (
  <>
    <div className="sm:col-span-2">
      {renderShortField(props, 'title', '作品名称', { required: true, maxLength: 100 })}
    </div>
    <div className="sm:col-span-2">
      <RadioField
        name="category"
        label="参赛类别"
        options={Object.entries(categories).map(([value, label]) => ({ value, label }))}
        chosen={props.initial?.category ?? ''}
        error={props.errors['category']}
      />
    </div>
    {renderShortField(props, 'company', '参赛单位', { required: true, maxLength: 100, autoComplete: 'organization' })}
    {renderShortField(props, 'phone', '联系电话', {
      required: true,
      maxLength: 20,
      type: 'tel',
      autoComplete: 'tel-national',
    })}
    {/* the server treats the team as one field: its error has this name, and typing in any part clears it */}
    <fieldset name="team" className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-compact font-semibold text-ink">{`参赛团队（不超过${teamSize}人）`}</legend>
      {Array.from({ length: teamSize }, (_, i) => {
        const member = props.initial?.team?.[i]
        return (
          <div key={i} className="contents">
            <Field
              name={`teamName${i}`}
              data-field="team"
              label={i === 0 ? '队长姓名' : `队员${i}姓名`}
              maxLength={40}
              defaultValue={member?.name ?? ''}
              error={i === 0 ? props.errors['team'] : undefined}
            />
            <Field
              name={`teamCompany${i}`}
              label={i === 0 ? '队长单位' : `队员${i}单位`}
              maxLength={100}
              defaultValue={member?.company ?? ''}
            />
          </div>
        )
      })}
    </fieldset>
    {renderLongField(props, {
      name: 'introduction',
      label: '作品简介',
      rule: `${describeLength(introductionLimits)}，请不要出现姓名和单位`,
    })}
    <div className="sm:col-span-2">
      {renderShortField(props, 'videoUrl', '视频链接', {
        maxLength: 500,
        type: 'url',
        inputMode: 'url',
        placeholder: 'https://',
        hint: '填写链接，或在下方上传文件',
      })}
    </div>
  </>
)

const whom: Partial<Record<CallKind, string>> = {
  organisation: '申报单位',
  individual: '被推荐人姓名',
  collective: '申报集体名称',
}

const ApplicationFields = ({ kind, ...props }: SubmissionFieldsProps & { kind: CallKind }) => (
  <>
    <div className="sm:col-span-2">
      {renderShortField(props, 'title', whom[kind] ?? '名称', { required: true, maxLength: 100 })}
    </div>
    {renderShortField(props, 'company', '所在单位', { required: true, maxLength: 100, autoComplete: 'organization' })}
    {renderShortField(props, 'position', '职务或职称', { maxLength: 60 })}
    {renderShortField(props, 'name', '联系人', { required: true, maxLength: 60, autoComplete: 'name' })}
    {renderShortField(props, 'phone', '联系电话', {
      required: true,
      maxLength: 20,
      type: 'tel',
      autoComplete: 'tel-national',
    })}
    {renderLongField(props, { name: 'deeds', label: '主要事迹', rule: describeLength(deedsLimits), rows: 8 })}
  </>
)

/** Converts form values to the contract's shape. */
export function toSubmissionFields(kind: CallKind, values: FormValues): SubmissionFieldValues {
  const { title = '', category, ...rest } = values
  const texts = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('team')))
  const team = Array.from({ length: teamSize }, (_, i) => ({
    name: (values[`teamName${i}`] ?? '').trim(),
    company: (values[`teamCompany${i}`] ?? '').trim(),
  })).filter((member) => member.name || member.company)
  return {
    ...texts,
    title,
    ...(category && category in categories && { category: category as keyof typeof categories }),
    ...(kind === 'competition' && { team }),
  }
}
