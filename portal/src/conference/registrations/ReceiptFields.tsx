// Fields of a receipt. Members and non-members share a form. Participants of a special committee also choose the
// committee, and students have other labels (portal.md 4).
import { useState } from 'react'
import type { FieldErrors } from '@xinqiao/contract/errors.ts'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import {
  type AttendType,
  attendTypeIds,
  invoiceMessages,
  meetingMessages,
  needsCommittee,
} from '@xinqiao/contract/meetings.ts'
import { taxNoPattern } from '@xinqiao/contract/orders.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { Select } from '@xinqiao/ui/Select.tsx'
import { DateTimeField } from '../../forms/DateTimeField.tsx'
import { findEmptyFields, type FormValues } from '../../forms/use-form.ts'
import { ListedField } from './ListedField.tsx'

type OwnRegistrationReceipt = OwnRegistration['receipt']
type ReceiptFieldsProps = {
  type: AttendType
  units: readonly { id: number; unitName: string }[]
  errors: FieldErrors
  initial?: Partial<OwnRegistrationReceipt> | undefined
  /** True when another account paid, and so receives the invoice. */
  isPaidByOther?: boolean
}

const labelsOfType = (type: AttendType) =>
  type === attendTypeIds.student
    ? { company: '学校', profess: '专业与年级', profile: '请填写学校全称' }
    : { company: '单位名称', profess: '职务或职称', profile: '请填写单位全称' }

export function ReceiptFields({ type, units, errors, initial, isPaidByOther = false }: ReceiptFieldsProps) {
  const { company, profess, profile } = labelsOfType(type)
  const renderTextField = (name: keyof OwnRegistrationReceipt, label: string, maxLength: number, more: object = {}) => (
    <Field
      name={name}
      label={label}
      maxLength={maxLength}
      defaultValue={initial ? String(initial[name] ?? '') : ''}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {needsCommittee(type) && (
        <div className="sm:col-span-2">
          <Select
            name="unitId"
            label="专业委员会"
            required
            placeholder="请选择专业委员会"
            options={units.map((unit) => ({ value: `${unit.id}`, label: unit.unitName }))}
            defaultValue={initial?.unitId ? `${initial.unitId}` : ''}
            error={errors['unitId']}
          />
        </div>
      )}
      <div className="sm:col-span-2">
        {renderTextField('companyName', company, 100, {
          required: true,
          autoComplete: 'organization',
          placeholder: profile,
        })}
      </div>
      {renderTextField('name', '姓名', 40, { required: true, autoComplete: 'name', hint: '用于胸牌和证书' })}
      <Select
        name="sex"
        label="性别"
        placeholder="请选择"
        options={[
          { value: '男', label: '男' },
          { value: '女', label: '女' },
        ]}
        defaultValue={initial?.sex ?? ''}
        error={errors['sex']}
      />
      {renderTextField('profess', profess, 60, { autoComplete: 'organization-title' })}
      {renderTextField('phone', '手机号', 20, {
        required: true,
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'tel-national',
      })}
      {renderTextField('email', '邮箱', 100, { type: 'email', inputMode: 'email', autoComplete: 'email' })}
      {renderTextField('postCode', '邮编', 10, { inputMode: 'numeric', autoComplete: 'postal-code' })}
      <div className="sm:col-span-2">
        {renderTextField('address', '通信地址', 200, { required: true, autoComplete: 'street-address' })}
      </div>
      <DateTimeField
        name="arrivalTime"
        label="到达时间"
        required
        initial={initial?.arrivalTime ?? ''}
        error={errors['arrivalTime']}
      />
      <DateTimeField
        name="leaveTime"
        label="离开时间"
        required
        initial={initial?.leaveTime ?? ''}
        error={errors['leaveTime']}
      />
      <AccommodationFields initial={initial} errors={errors} />
      {renderTextField('diet', '饮食需求', 100, { hint: '如素食、清真、食物过敏，仅用于用餐安排' })}
      {isPaidByOther ? (
        <div className="sm:col-span-2">
          <Notice>{`${invoiceMessages.paidByOther}。`}</Notice>
        </div>
      ) : (
        <>
          {renderTextField('invoiceTitle', '发票抬头', 100, {
            autoComplete: 'off',
            hint: '电子发票缴费后开具，发送至上面填写的邮箱',
          })}
          {renderTextField('taxNumber', '纳税人识别号', 20, { autoComplete: 'off' })}
        </>
      )}
      <ListedField isListed={initial?.listed ?? false} />
    </div>
  )
}

/** Two boxes, of which only one can be checked: accommodation arranged by the guest, or by the organisers. */
function AccommodationFields({
  initial,
  errors,
}: {
  initial: Partial<OwnRegistrationReceipt> | undefined
  errors: FieldErrors
}) {
  const [isArranged, setArranged] = useState((initial?.dorm ?? 0) > 0)
  const optionClassName =
    'flex min-h-12 flex-1 cursor-pointer items-center gap-2.5 rounded-lg border border-control px-4 has-checked:border-brand has-checked:bg-tint'
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-compact font-semibold text-ink">住宿</legend>
      <div className="flex flex-wrap gap-3">
        <label className={optionClassName}>
          <input
            type="checkbox"
            name="stayAlone"
            checked={!isArranged}
            onChange={() => setArranged(false)}
            className="size-4.5 accent-brand"
          />
          自行安排
        </label>
        <label className={optionClassName}>
          <input
            type="checkbox"
            name="stayArranged"
            checked={isArranged}
            onChange={() => setArranged(true)}
            className="size-4.5 accent-brand"
          />
          会务组安排
        </label>
      </div>
      {isArranged && (
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          <Field
            name="dorm"
            label="标准间数量"
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            defaultValue={`${Math.max(initial?.dorm ?? 1, 1)}`}
            error={errors['dorm']}
          />
          <Field
            name="shareWith"
            label="合住意愿"
            maxLength={60}
            defaultValue={initial?.shareWith ?? ''}
            placeholder="希望与谁合住，可填姓名"
            error={errors['shareWith']}
          />
        </div>
      )}
    </fieldset>
  )
}

/** portal.md 5: missing values are reported one at a time, at the field. */
export const checkRegistrationReceipt = (values: FormValues, type: AttendType): FieldErrors => {
  const { incomplete } = meetingMessages
  return {
    ...(needsCommittee(type) && findEmptyFields(values, { unitId: '请选择专业委员会' })),
    ...findEmptyFields(values, {
      companyName: incomplete,
      name: incomplete,
      phone: incomplete,
      address: incomplete,
      arrivalTime: incomplete,
      leaveTime: incomplete,
    }),
    ...checkInvoice(values),
  }
}

function checkInvoice({ invoiceTitle, taxNumber = '', email }: FormValues): FieldErrors {
  const taxNo = taxNumber.trim().toUpperCase()
  return {
    ...(taxNo && !taxNoPattern.test(taxNo) && { taxNumber: invoiceMessages.taxNumber }),
    ...(taxNo && !invoiceTitle?.trim() && { invoiceTitle: invoiceMessages.title }),
    ...(invoiceTitle?.trim() && !email?.trim() && { email: invoiceMessages.email }),
  }
}

export const toRegistrationReceipt = (values: FormValues) => {
  const { companyName = '', address = '', arrivalTime = '', leaveTime = '' } = values
  const { stayAlone: _alone, stayArranged, dorm, listed, unitId, ...rest } = values
  return {
    ...rest,
    companyName,
    address,
    arrivalTime,
    leaveTime,
    ...(unitId && { unitId: Number(unitId) }),
    dorm: stayArranged ? Number(dorm || 1) : 0,
    listed: listed === '1',
  }
}
