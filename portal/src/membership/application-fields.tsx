// Fields of both applications, in the order of the paper forms.
import {
  formatTerm,
  educations,
  individualFields as person,
  politicalStatuses,
  unitFields as unit,
  unitNatures,
} from '@xinqiao/contract/membership.ts'
import type { MemberLevel } from '@xinqiao/contract/http/membership/own.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Field, FieldError } from '@xinqiao/ui/Field.tsx'
import { RadioField } from '@xinqiao/ui/RadioField.tsx'
import { Select } from '@xinqiao/ui/Select.tsx'
import type { ComponentProps } from 'react'
import type { FormState } from '../forms/use-form.ts'
import { ResumeField } from './ResumeField.tsx'

type ApplicationFieldsProps = {
  form: FormState
  /** The reviewer's remarks by field. */
  reasons: Record<string, string>
  /** Values of an earlier draft. */
  values: Record<string, string>
  levels: readonly MemberLevel[]
  resume: { url: string; name: string } | null
}

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const pair = 'grid gap-5 sm:grid-cols-2'

const phoneInput = {
  required: true,
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel-national',
  maxLength: 11,
} as const
const emailInput = { required: true, type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 100 } as const

/** Functions that render the fields with these labels. */
function createFields<Name extends string>(
  labels: Readonly<Record<Name | 'resumeUrl', string>>,
  { form, reasons, values }: Pick<ApplicationFieldsProps, 'form' | 'reasons' | 'values'>,
) {
  /** The reviewer's remark once its field is being edited, or else the usual hint. */
  const findRemark = (name: string, usualHint?: string) =>
    reasons[name] && form.errors[name] !== reasons[name] ? `审核意见：${reasons[name]}` : usualHint
  return {
    findRemark,
    text: (name: Name, input: Partial<ComponentProps<typeof Field>> = {}) => (
      <Field
        {...input}
        name={name}
        label={labels[name]}
        defaultValue={values[name]}
        error={form.errors[name]}
        hint={findRemark(name, input.hint)}
      />
    ),
    select: (name: Name, choices: readonly string[], isRequired = false) => (
      <Select
        placeholder="请选择"
        name={name}
        label={labels[name]}
        required={isRequired}
        options={toOptions(choices)}
        defaultValue={values[name] ?? ''}
        error={form.errors[name]}
        hint={findRemark(name)}
      />
    ),
    resumeField: (uploaded: ApplicationFieldsProps['resume']) => (
      <ResumeField
        label={labels.resumeUrl}
        uploaded={uploaded}
        reason={findRemark('resumeUrl')}
        error={form.errors['resumeUrl']}
      />
    ),
  }
}

function LevelField({ form, values, levels }: Omit<ApplicationFieldsProps, 'resume' | 'reasons'>) {
  // a single level is also sent, because the applicant saw it
  if (levels.length < 2)
    return (
      <>
        {levels[0] && <input type="hidden" name="levelId" value={levels[0].id} />}
        <FieldError id="field-levelId-error" error={form.errors['levelId'] && '会员类别有变化，请刷新页面后再提交'} />
      </>
    )
  return (
    <RadioField
      name="levelId"
      label="会员类别"
      options={levels.map(({ id, title, kind, fee, seats }) => ({
        value: `${id}`,
        label: `${title}（${[
          ...(kind === 'unit' ? [`${seats}个席位`] : []),
          ...(fee ? [`${formatYuan(fee.cents)}元／${formatTerm(fee.termMonths)}`] : []),
        ].join('，')}）`,
      }))}
      chosen={values['levelId'] ?? `${levels[0]!.id}`}
      error={form.errors['levelId']}
    />
  )
}

export function IndividualFields({ form, reasons, values, levels, resume }: ApplicationFieldsProps) {
  const { text, select, resumeField, findRemark } = createFields(person, { form, reasons, values })
  return (
    <>
      <LevelField form={form} values={values} levels={levels} />
      <div className={pair}>
        {text('name', { required: true, autoFocus: true, autoComplete: 'name', maxLength: 40 })}
        <RadioField
          name="gender"
          label={person.gender}
          options={toOptions(['男', '女'])}
          chosen={values['gender'] ?? ''}
          error={form.errors['gender']}
          hint={findRemark('gender')}
        />
        {text('idCard', { required: true, maxLength: 18, autoComplete: 'off', hint: '用于核实身份，加密保存' })}
        {text('mobilePhone', phoneInput)}
        {text('email', emailInput)}
        {select('education', educations, true)}
      </div>
      {text('organization', { required: true, autoComplete: 'organization', maxLength: 100, hint: '请填写单位全称' })}
      <div className={pair}>
        {text('currentPosition', { autoComplete: 'organization-title', maxLength: 60 })}
        {text('title', { maxLength: 60, hint: '如：主治医师、副教授' })}
        {text('major', { maxLength: 60 })}
        {text('officePhone', { type: 'tel', inputMode: 'tel', maxLength: 30 })}
        {text('qqOrWechat', { maxLength: 60 })}
        {text('address', { autoComplete: 'street-address', maxLength: 200 })}
      </div>
      <fieldset className="rounded-card border border-line p-4 sm:p-5">
        <legend className="px-2 text-compact font-semibold text-ink">选填：用于会员代表大会的构成统计</legend>
        <div className="grid gap-5 sm:grid-cols-3">
          {text('ethnicity', { maxLength: 20 })}
          {text('nativePlace', { maxLength: 60 })}
          {select('politicalStatus', politicalStatuses)}
        </div>
      </fieldset>
      {resumeField(resume)}
    </>
  )
}

export function UnitFields({ form, reasons, values, levels, resume }: ApplicationFieldsProps) {
  const { text, select, resumeField } = createFields(unit, { form, reasons, values })
  return (
    <>
      <LevelField form={form} values={values} levels={levels} />
      {text('unitName', { required: true, autoFocus: true, autoComplete: 'organization', maxLength: 100 })}
      <div className={pair}>
        {text('creditCode', { required: true, maxLength: 18, autoComplete: 'off', autoCapitalize: 'characters' })}
        {select('unitNature', unitNatures, true)}
        {text('staffCount', { inputMode: 'numeric', maxLength: 7 })}
        {text('address', { autoComplete: 'street-address', maxLength: 200 })}
      </div>
      {text('business', { maxLength: 500, hint: '如：心理门诊、学校心理健康教育、员工心理援助' })}
      <div className={pair}>
        {text('representative', { required: true, autoComplete: 'name', maxLength: 40 })}
        {text('representativePost', { maxLength: 60 })}
        {text('mobilePhone', phoneInput)}
        {text('email', emailInput)}
      </div>
      {resumeField(resume)}
    </>
  )
}
