// The application form. Only its button closes it (portal.md 4), and the input is saved as a draft.
import { useEffect, useState, type ComponentProps } from 'react'
import {
  applicationMessages,
  creditCodePattern,
  idCardPattern,
  mobilePattern,
  type MemberKind,
} from '@xinqiao/contract/membership.ts'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { MemberLevel, OwnApplication, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { Select } from '@xinqiao/ui/Select.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm, readFormValues, type FormValues } from '../forms/use-form.ts'
import { ConsentField } from './ConsentField.tsx'
import { IndividualFields, UnitFields } from './application-fields.tsx'
import { useInputWarnings } from './use-input-warnings.ts'
import { useApplicationDraft } from './use-application-draft.ts'

type ApplyDialogProps = {
  kind: MemberKind
  levels: readonly MemberLevel[]
  branches: OwnMembership['branches']
  application: OwnApplication | null
  /** Values known from the account, for an application without a draft. */
  prefill: FormValues
  refusesWrongNumber: boolean
  onClose: () => void
}

const requiredFields: Record<MemberKind, Record<string, string>> = {
  individual: {
    name: applicationMessages.name,
    gender: applicationMessages.gender,
    idCard: applicationMessages.idCard,
    education: applicationMessages.education,
    organization: applicationMessages.organization,
    mobilePhone: applicationMessages.mobilePhone,
    email: applicationMessages.email,
  },
  unit: {
    unitName: applicationMessages.unitName,
    creditCode: applicationMessages.creditCode,
    unitNature: applicationMessages.unitNature,
    representative: applicationMessages.representative,
    mobilePhone: applicationMessages.mobilePhone,
    email: applicationMessages.email,
  },
}
const fieldPatterns: Record<string, [RegExp, string]> = {
  idCard: [idCardPattern, applicationMessages.idCardWrong],
  creditCode: [new RegExp(creditCodePattern, 'i'), applicationMessages.creditCodeWrong],
  mobilePhone: [mobilePattern, applicationMessages.mobilePhoneWrong],
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, applicationMessages.emailWrong],
}

export function checkApplication(kind: MemberKind, values: FormValues, consent: ConsentText | null) {
  const errors = findEmptyFields(values, requiredFields[kind])
  for (const [name, [shape, sentence]] of Object.entries(fieldPatterns)) {
    const value = values[name]?.trim()
    if (value && !errors[name] && !shape.test(value)) errors[name] = sentence
  }
  if (consent && !consent.isAgreed && !values['consent']) errors['consent'] = applicationMessages.consent
  return errors
}

/** The reviewer's remark on a returned field; for a draft none. */
const findReasons = (application: OwnApplication | null, kind: MemberKind) =>
  application?.state === 'returned' && application.kind === kind ? application.fieldReasons : {}

type ConsentPartProps = {
  consent: ConsentText | null
  /** The reason why the consent text was not loaded. */
  fault: string | null
  error: string | undefined
  onReload: () => void
}
const ConsentPart = ({ consent, fault, error, onReload }: ConsentPartProps) => (
  <>
    {!consent && (
      <output className="block text-sm text-muted">
        {!fault && '正在加载个人信息处理的同意书，加载完成后即可提交…'}
      </output>
    )}
    {fault && (
      <Notice tone="error" role="alert">
        同意书没有加载成功，暂时不能提交：{fault}
        <Button look="ghost" className="mt-2" onClick={onReload}>
          重新加载
        </Button>
      </Notice>
    )}
    {consent && !consent.isAgreed && <ConsentField consent={consent} error={error} />}
  </>
)

type ApplyButtonsProps = {
  form: ComponentProps<typeof SubmitButton>['form']
  mayInsist: boolean
  draftState: string
  onClose: () => void
}
const ApplyButtons = ({ form, mayInsist, draftState, onClose }: ApplyButtonsProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <SubmitButton form={form} label={mayInsist ? '仍要提交' : '提交申请'} busyLabel="正在提交…" className="sm:px-14" />
    <Button look="ghost" className="min-h-12" onClick={onClose}>
      暂存并关闭
    </Button>
    {mayInsist && (
      <output className="block w-full text-sm text-warm-ink">
        标出的内容请核对；确认无误的，可以仍要提交，由审核人员核对证件。
      </output>
    )}
    <p aria-live="polite" className="text-sm text-muted">
      {draftState}
    </p>
  </div>
)

export function ApplyDialog({
  kind,
  levels,
  branches,
  application,
  prefill,
  refusesWrongNumber,
  onClose,
}: ApplyDialogProps) {
  const [consent, setConsent] = useState<ConsentText | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const isOwnKind = application?.kind === kind
  const canResume = isOwnKind && ['draft', 'returned', 'rejected', 'withdrawn'].includes(application.state)
  const initialValues: Record<string, string> = canResume ? { ...application.form } : { ...prefill }
  if (canResume && application.levelId) initialValues['levelId'] = `${application.levelId}`
  if (canResume && application.branchId) initialValues['branchId'] = `${application.branchId}`
  const draft = useApplicationDraft(kind, canResume ? {} : prefill)
  const warnings = useInputWarnings(kind, refusesWrongNumber)
  const form = useForm({
    check(values) {
      const errors = checkApplication(kind, values, consent)
      return Object.keys(errors).length > 0 ? errors : warnings.of(values)
    },
    async send({ consent: ticked, ...values }) {
      draft.stop()
      const acceptedConsent = ticked && consent ? { consentVersion: consent.version, consentHash: consent.hash } : {}
      try {
        // `checkApplication` has checked the fields of this kind
        const input = { ...values, ...acceptedConsent } as never
        if (kind === 'unit') await api('POST /memberApplication/submitUnit', input)
        else await api('POST /memberApplication/submit', input)
      } catch (error) {
        draft.goOn()
        throw error
      }
      showToast(applicationMessages.submitted)
      onClose()
    },
  })
  const { showFieldErrors } = form
  // shows the reviewer's remark even while its field is edited
  const [reasons] = useState<Record<string, string>>(() => findReasons(application, kind))

  const loadConsent = () => {
    setFault(null)
    api('GET /consent/text', { purpose: 'memberData' }).then(setConsent, (error: Error) => setFault(error.message))
  }
  useEffect(() => {
    showFieldErrors(reasons)
    loadConsent()
    // oxlint-disable-next-line react/exhaustive-deps -- only when it opens
  }, [])

  const close = async () => {
    if (form.formProps.ref.current) await draft.save(readFormValues(form.formProps.ref.current))
    onClose()
  }

  // submitting is disabled until the consent text is known, because only then can its box be checked
  const isReady = form.isReady && consent !== null

  const Fields = kind === 'unit' ? UnitFields : IndividualFields
  return (
    <Dialog
      title={kind === 'unit' ? '单位会员入会申请' : '个人会员入会申请'}
      onClose={close}
      closesLightly={false}
      width="wide"
    >
      <form
        {...form.formProps}
        onInput={(event) => {
          form.formProps.onInput(event)
          const values = form.formProps.ref.current && readFormValues(form.formProps.ref.current)
          if (!values) return
          draft.note(values)
          warnings.recheck(values)
        }}
      >
        <div className="grid gap-5">
          {isOwnKind && application.state === 'returned' && (
            <Notice tone="warm" role="note">
              申请被退回补正{application.reason && `：${application.reason}`}。请修改标出的内容后重新提交。
            </Notice>
          )}
          <p className="text-sm text-muted">
            带 <span className="text-danger">*</span> 的为必填项，其余可以不填。填写内容会自动暂存。
          </p>
          <BranchField branches={branches} chosen={initialValues['branchId']} error={form.errors['branchId']} />
          <Fields
            form={form}
            reasons={reasons}
            values={initialValues}
            levels={levels}
            resume={canResume ? application.resume : null}
          />
          <ConsentPart consent={consent} fault={fault} error={form.errors['consent']} onReload={loadConsent} />
          <ApplyButtons
            form={{ ...form, isReady }}
            mayInsist={warnings.mayInsist}
            draftState={draft.state}
            onClose={close}
          />
        </div>
      </form>
    </Dialog>
  )
}

type BranchFieldProps = { branches: OwnMembership['branches']; chosen: string | undefined; error: string | undefined }

/** Choice of the branch; shown only if branches review first. */
const BranchField = ({ branches, chosen = '', error }: BranchFieldProps) =>
  branches.length === 0 ? null : (
    <Select
      name="branchId"
      label="由哪个分支机构初审"
      placeholder="由秘书处初审"
      options={branches.map(({ id, name }) => ({ value: `${id}`, label: name }))}
      defaultValue={chosen}
      error={error}
    />
  )
