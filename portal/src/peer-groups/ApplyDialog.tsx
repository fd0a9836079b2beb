// Application to a peer group: an alias, a short note, and consent to the rules.
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { CountedField } from '../forms/CountedField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useFormDraft } from '../forms/use-draft.ts'
import { findEmptyFields, useForm } from '../forms/use-form.ts'
import { replies } from '../session/api.ts'
import { ConsentWords } from './ConsentWords.tsx'

const missingMessages = {
  alias: '请输入小组内的称呼',
  note: '请简单说说为什么想加入',
  agreed: '请先阅读并同意小组规则',
}

type ApplyDialogProps = {
  group: Pick<PeerGroupDetail, 'id' | 'title' | 'rules' | 'isInvited' | 'own'>
  consent: LedConsentText | null
  onClose: () => void
}

export function ApplyDialog({ group, consent, onClose }: ApplyDialogProps) {
  const { note: _note, ...ofInvited } = missingMessages
  const messages = group.isInvited ? ofInvited : missingMessages
  const form = useForm({
    check: (values) =>
      findEmptyFields(values, {
        ...messages,
        ...(consent && { agreed: '请先阅读并同意小组规则和知情同意书' }),
      }),
    async send({ alias = '', note = '' }) {
      const read = consent ? { consent: { version: consent.version, hash: consent.hash } } : {}
      const { msg } = await replies('POST /peerGroup/apply', { id: group.id, alias, note, agreed: true, ...read })
      draft.discard()
      toastOnNextPage(group.isInvited ? '已加入小组' : msg)
      location.reload()
    },
  })
  const draft = useFormDraft(`peer group ${group.id}`, form.formProps.ref, ['alias', 'note'])
  return (
    <Dialog title={`${group.isInvited ? '加入' : '申请加入'}“${group.title}”`} onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid grid-cols-1 gap-5">
        <p className="text-sm text-muted">
          带领者只看到您的称呼{!group.isInvited && '和下面的说明'}
          。请不要写出姓名、电话、学校等可以认出您的内容。如果您还参加别的小组、专委会群或参会者群，或与带领者单独交流过，对方可能看出是同一个人。
        </p>
        <CountedField
          name="alias"
          label="小组里的称呼"
          maxLength={peerGroupLimits.aliasLength}
          placeholder="自己取一个，如：慢慢走"
          error={form.errors['alias']}
        />
        {group.own?.state === 'ended' && (
          <p className="text-sm text-muted">
            您以前在小组里叫“{group.own.alias}”。加入后，大家会在您以前的发言上看到新的称呼，因此知道您回来了。
          </p>
        )}
        {!group.isInvited && (
          <CountedField
            name="note"
            label="为什么想加入"
            maxLength={peerGroupLimits.noteLength}
            rows={4}
            placeholder="几句话就好，比如现在的困扰、希望得到怎样的支持"
            error={form.errors['note']}
          />
        )}
        <DraftHelpCard note="申请可以照常提交。" />
        <section className="rounded-card border border-line px-4 py-3" aria-labelledby="group-rules">
          <h3 id="group-rules" className="font-semibold text-ink">
            小组规则
          </h3>
          <p className="mt-2 whitespace-pre-line text-compact">{group.rules}</p>
        </section>
        {consent && <ConsentWords consent={consent} />}
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-ink">
            <input
              type="checkbox"
              name="agreed"
              data-invalid={form.errors['agreed'] ? '' : undefined}
              aria-invalid={form.errors['agreed'] ? true : undefined}
              aria-describedby={form.errors['agreed'] ? 'field-agreed-error' : undefined}
              className="size-4.5 accent-brand"
            />
            我已阅读并同意小组规则{consent && `和${consent.title}`}
          </label>
          <FieldError id="field-agreed-error" error={form.errors['agreed']} />
        </div>
        <SubmitButton
          form={form}
          label={group.isInvited ? '同意并加入' : '提交申请'}
          busyLabel="正在提交…"
          className="justify-self-start px-10"
        />
      </form>
    </Dialog>
  )
}
