// Form of a proposal of a counsellor-led group, new or changed.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import type { OwnLedGroup } from '@xinqiao/contract/http/peer-groups/led.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { CountedField } from '../forms/CountedField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useFormDraft } from '../forms/use-draft.ts'
import { findEmptyFields, useForm } from '../forms/use-form.ts'
import { api, replies } from '../session/api.ts'

const missingMessages = {
  title: '请输入小组名称',
  summary: '请输入一句话介绍',
  description: '请输入小组介绍',
  rules: '请输入小组规则',
  capacity: '请输入名额',
}
const draftFields = [...Object.keys(missingMessages), 'startsOn', 'endsOn', 'coLeader']

/** `group` is null for a new proposal. */
type ProposalDialogProps = { group: OwnLedGroup | null; onClose: () => void }

export function ProposalDialog({ group, onClose }: ProposalDialogProps) {
  const [edition, setEdition] = useState(group?.edition ?? '')
  /**
   * Reads the version that others have saved meanwhile. The typed text stays; submitting again replaces the other
   * version.
   */
  const readEdition = async (id: number, failure: unknown): Promise<never> => {
    if (failure instanceof Failure && failure.reason === 'changedMeanwhile') {
      const { content } = await api('GET /peerGroup/led', {})
      setEdition(content.find((item) => item.id === id)?.edition ?? '')
    }
    throw failure
  }
  const form = useForm({
    check: (values) => findEmptyFields(values, missingMessages),
    async send({ title = '', summary = '', description = '', rules = '', capacity = '', ...rest }) {
      const { startsOn = '', endsOn = '', coLeader = '' } = rest
      const proposal = { title, summary, description, rules, coLeader, capacity, startsOn, endsOn }
      const { msg } = group
        ? await replies('PUT /peerGroup/proposal', { ...proposal, id: group.id, edition }).catch((failure: unknown) =>
            readEdition(group.id, failure),
          )
        : await replies('POST /peerGroup/propose', proposal)
      draft.discard()
      toastOnNextPage(msg)
      location.reload()
    },
  })
  const draft = useFormDraft(group ? `led group ${group.id}` : 'led group', form.formProps.ref, draftFields)
  const { errors } = form
  return (
    <Dialog title={group ? `修改“${group.title}”` : '提议一个团体'} onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid grid-cols-1 gap-5">
        <CountedField name="title" initial={group?.title} label="小组名称" maxLength={30} error={errors['title']} />
        <CountedField
          name="summary"
          initial={group?.summary}
          label="一句话介绍"
          maxLength={80}
          error={errors['summary']}
        />
        <CountedField
          name="description"
          initial={group?.description}
          label="小组介绍"
          maxLength={2000}
          rows={5}
          placeholder="面向谁、怎样进行、多久一次"
          error={errors['description']}
        />
        <CountedField
          name="rules"
          initial={group?.rules}
          label="小组规则"
          maxLength={1000}
          rows={4}
          error={errors['rules']}
        />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            name="capacity"
            defaultValue={group?.capacity}
            label={`名额（${peerGroupLimits.minCapacity}到${peerGroupLimits.maxCapacity}人）`}
            inputMode="numeric"
            error={errors['capacity']}
          />
          <Field
            name="startsOn"
            defaultValue={group?.startsOn}
            label="开始日期（选填）"
            type="date"
            error={errors['startsOn']}
          />
          <Field
            name="endsOn"
            defaultValue={group?.endsOn}
            label="结束日期（选填）"
            type="date"
            error={errors['endsOn']}
          />
        </div>
        <Field
          name="coLeader"
          defaultValue={group?.coLeader}
          label="协同带领者的账号（选填，须是公开的咨询师）"
          hint="对方会收到通知，同意后协会才能发布"
          error={errors['coLeader']}
        />
        <SubmitButton form={form} label="提交审核" busyLabel="正在提交…" className="justify-self-start px-10" />
      </form>
    </Dialog>
  )
}
