// The name under which the reader writes in this lecture. It can be changed until the first line or question.
import { useLayoutEffect, useState } from 'react'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { Field } from '@xinqiao/ui/Field.tsx'
import { SubmitButton } from '../../../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../../../forms/use-form.ts'
import { api } from '../../../session/api.ts'

type OwnNameProps = {
  id: number
  name: string
  canChange: boolean
  onName: (name: string) => void
}

export function OwnName({ id, name, canChange, onName }: OwnNameProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="flex flex-wrap items-center text-sm text-muted">
      <span>
        您在这场讲座里叫 <strong className="font-semibold text-ink">{name}</strong>
      </span>
      {canChange && (
        <Button look="plain" aria-label="改我在这场讲座里的名字" className="px-3 text-sm" onClick={() => setOpen(true)}>
          改
        </Button>
      )}
      {isOpen && (
        <NameDialog
          {...{ id, name }}
          onName={(newName) => {
            onName(newName)
            setOpen(false)
            showToast('名字已改')
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  )
}

type NameDialogProps = Pick<OwnNameProps, 'id' | 'name' | 'onName'> & { onClose: () => void }

function NameDialog({ id, name, onName, onClose }: NameDialogProps) {
  const [typedName, setTypedName] = useState(name)
  const form = useForm({
    check: (values) => findEmptyFields(values, { name: '请输入名字' }),
    async send({ name: typed = '' }) {
      onName((await api('POST /lecture/name', { id, name: typed })).name)
    },
  })
  const { ref } = form.formProps
  useLayoutEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <Dialog title="这场讲座里的名字" onClose={onClose} closesLightly={typedName === name}>
      <form {...form.formProps} className="grid gap-4">
        <Field
          name="name"
          label="名字"
          defaultValue={name}
          onChange={(event) => setTypedName(event.target.value)}
          maxLength={lectureLimits.nameLength}
          autoComplete="off"
          hint="请用别人认不出您的名字。只在这场讲座里使用，发言或提问之后不能再改。"
          error={form.errors['name']}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="ghost" onClick={onClose}>
            取消
          </Button>
          <SubmitButton form={form} label="保存" busyLabel="正在保存…" />
        </div>
      </form>
    </Dialog>
  )
}
