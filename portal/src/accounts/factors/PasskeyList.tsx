// Passkeys of the user: add, rename, remove.
import { useState } from 'react'
import type { OwnFactors } from '@xinqiao/contract/http/accounts/factors.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../forms/use-form.ts'
import { api } from '../../session/api.ts'
import { createPasskey } from './passkey.ts'
import type { WithStepUp } from './use-step-up.tsx'

type OwnPasskey = OwnFactors['passkeys'][number]

export function FactorLine({ factor, children }: { factor: OwnPasskey; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line px-4.5 py-3.5">
      <Icon name="shield" className="size-7 text-brand" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words text-ink">{factor.name}</p>
        <p className="flex flex-wrap gap-x-3 text-sm leading-6 text-muted">
          <span>添加于 {formatMinute(factor.createTime)}</span>
          <span>{factor.usedTime ? `最近使用 ${formatMinute(factor.usedTime)}` : '尚未使用'}</span>
        </p>
      </div>
      <div className="ml-auto flex gap-2">{children}</div>
    </li>
  )
}

type PasskeyListProps = {
  passkeys: readonly OwnPasskey[]
  withStepUp: WithStepUp
  onAdded: (recoveryCodes: string[]) => Promise<void>
  onChanged: () => Promise<void>
  onRemove: (factor: OwnPasskey) => void
}

export function PasskeyList({ passkeys, withStepUp, onAdded, onChanged, onRemove }: PasskeyListProps) {
  const [passkeyToRename, setPasskeyToRename] = useState<OwnPasskey | null>(null)
  const form = useForm({
    check: (values) => findEmptyFields(values, { name: '请填写名称' }),
    async send({ name = '' }) {
      const { ticket, options } = await withStepUp(() => api('POST /auth/factor/passkey/options', {}))
      const passkey = await createPasskey(options)
      const { recoveryCodes } = await withStepUp(() => api('POST /auth/factor/passkey', { ticket, name, passkey }))
      form.formProps.ref.current?.reset()
      await onAdded(recoveryCodes)
    },
  })
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <FactorLine key={passkey.id} factor={passkey}>
              <Button look="ghost" aria-label={`改名：${passkey.name}`} onClick={() => setPasskeyToRename(passkey)}>
                改名
              </Button>
              <Button look="ghost" aria-label={`移除：${passkey.name}`} onClick={() => onRemove(passkey)}>
                移除
              </Button>
            </FactorLine>
          ))}
        </ul>
      )}
      <form {...form.formProps} className="grid max-w-lg gap-4">
        <Field
          name="name"
          label="通行密钥名称"
          required
          defaultValue="我的设备"
          maxLength={30}
          hint="便于以后辨认，例如“办公室电脑”"
          error={form.errors['name']}
        />
        <SubmitButton
          form={form}
          label="添加通行密钥"
          busyLabel="请按设备的提示操作…"
          className="justify-self-start px-8"
        />
      </form>
      {passkeyToRename && (
        <RenameDialog
          passkey={passkeyToRename}
          onClose={() => setPasskeyToRename(null)}
          onSaved={async () => {
            setPasskeyToRename(null)
            await onChanged()
          }}
        />
      )}
    </>
  )
}

type RenameDialogProps = { passkey: OwnPasskey; onClose: () => void; onSaved: () => Promise<void> }

function RenameDialog({ passkey, onClose, onSaved }: RenameDialogProps) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { newName: '请填写名称' }),
    async send({ newName = '' }) {
      await api('POST /auth/factor/rename', { id: passkey.id, name: newName })
      await onSaved()
    },
  })
  return (
    <Dialog title="为通行密钥改名" onClose={onClose}>
      <form {...form.formProps} className="grid gap-5">
        <Field
          name="newName"
          label="新名称"
          required
          defaultValue={passkey.name}
          maxLength={30}
          error={form.errors['newName']}
        />
        <SubmitButton form={form} label="保存" busyLabel="正在保存…" />
      </form>
    </Dialog>
  )
}
