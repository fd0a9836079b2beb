// List of a counsellor's own groups with their states, and the form of a proposal.
import { useState } from 'react'
import { peerGroupLimits, peerGroupStates } from '@xinqiao/contract/peer-groups.ts'
import type { OwnLedGroup } from '@xinqiao/contract/http/peer-groups/led.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { CountedField } from '../forms/CountedField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useFormDraft } from '../forms/use-draft.ts'
import { findEmptyFields, useForm } from '../forms/use-form.ts'
import { replies } from '../session/api.ts'
import { peerChatHref, peerGroupHref } from './peer-group-addresses.ts'

export type LedGroupsProps = { groups: OwnLedGroup[] }

export function Screen({ groups }: LedGroupsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="section" labelledBy="own-groups">
      <BlockHeading id="own-groups">我的团体</BlockHeading>
      {groups.length === 0 ? (
        <p className="mt-3 text-muted">还没有。提议一个，协会审核后发布。</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {groups.map((group) => (
            <GroupItem key={group.id} group={group} />
          ))}
        </ul>
      )}
      <Button className="mt-4" onClick={() => setOpen(true)}>
        提议一个团体
      </Button>
      {isOpen && <ProposalDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

function GroupItem({ group }: { group: OwnLedGroup }) {
  const { title, state, members, capacity, waiting, teamId } = group
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-semibold text-ink">{title}</h3>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{peerGroupStates[state]}</span>
          {teamId !== null && (
            <span>
              成员{members}/{capacity}
            </span>
          )}
          {waiting > 0 && <span className="text-warm-deep">待审核的申请{waiting}份</span>}
        </p>
      </div>
      {teamId !== null && (
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink href={peerGroupHref(group)} look="ghost">
            邀请与申请
          </ButtonLink>
          <ButtonLink href={peerChatHref(teamId)}>进入小组</ButtonLink>
        </div>
      )}
    </li>
  )
}

const missingMessages = {
  title: '请输入小组名称',
  summary: '请输入一句话介绍',
  description: '请输入小组介绍',
  rules: '请输入小组规则',
  capacity: '请输入名额',
}
const draftFields = [...Object.keys(missingMessages), 'startsOn', 'endsOn', 'coLeader']

function ProposalDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    check: (values) => findEmptyFields(values, missingMessages),
    async send({ title = '', summary = '', description = '', rules = '', capacity = '', ...rest }) {
      const { startsOn = '', endsOn = '', coLeader = '' } = rest
      const texts = { title, summary, description, rules, coLeader }
      const { msg } = await replies('POST /peerGroup/propose', { ...texts, capacity, startsOn, endsOn })
      draft.discard()
      toastOnNextPage(msg)
      location.reload()
    },
  })
  const draft = useFormDraft('led group', form.formProps.ref, draftFields)
  const { errors } = form
  return (
    <Dialog title="提议一个团体" onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid grid-cols-1 gap-5">
        <CountedField name="title" label="小组名称" maxLength={30} error={errors['title']} />
        <CountedField name="summary" label="一句话介绍" maxLength={80} error={errors['summary']} />
        <CountedField
          name="description"
          label="小组介绍"
          maxLength={2000}
          rows={5}
          placeholder="面向谁、怎样进行、多久一次"
          error={errors['description']}
        />
        <CountedField name="rules" label="小组规则" maxLength={1000} rows={4} error={errors['rules']} />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            name="capacity"
            label={`名额（${peerGroupLimits.minCapacity}到${peerGroupLimits.maxCapacity}人）`}
            inputMode="numeric"
            error={errors['capacity']}
          />
          <Field name="startsOn" label="开始日期（选填）" type="date" error={errors['startsOn']} />
          <Field name="endsOn" label="结束日期（选填）" type="date" error={errors['endsOn']} />
        </div>
        <Field name="coLeader" label="协同带领者的账号（选填，须是咨询师）" error={errors['coLeader']} />
        <SubmitButton form={form} label="提交审核" busyLabel="正在提交…" className="justify-self-start px-10" />
      </form>
    </Dialog>
  )
}
