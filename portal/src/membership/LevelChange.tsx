// Renewal at another level: requested here, decided by the secretariat.
import { useState } from 'react'
import type { MemberLevel, OwnMember } from '@xinqiao/contract/http/membership/own.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { formatTerm } from '@xinqiao/contract/membership.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { RadioField } from '@xinqiao/ui/RadioField.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../forms/use-form.ts'
import { useAction } from '../forms/use-action.ts'

type LevelChangeProps = {
  member: OwnMember
  levels: readonly MemberLevel[]
  onChanged: () => Promise<void>
  className?: string
}

const row = 'flex flex-wrap items-center gap-3 text-compact'

export function LevelChange({ member, levels, onChanged, className = '' }: LevelChangeProps) {
  const [isOpen, setOpen] = useState(false)
  const others = levels.filter(({ id, kind, fee }) => kind === member.kind && fee && id !== member.levelId)
  const requested = levels.find(({ id }) => id === member.requestedLevelId)
  const [takeBack, isBusy] = useAction(async () => {
    await api('POST /membership/level', {})
    showToast('申请已收回')
    await onChanged()
  })
  if (member.requestedLevelId !== null)
    return (
      <p className={`${row} ${className}`}>
        <span className="min-w-0 flex-1 basis-56 text-muted">
          已申请变更{requested ? `为“${requested.title}”` : '会员类别'}
          ，秘书处答复后将通知您。在此之前续费的，仍按现有类别，申请随之收回。
        </span>
        <Button look="ghost" busy={isBusy} onClick={takeBack}>
          收回申请
        </Button>
      </p>
    )
  if (others.length === 0) return null
  return (
    <p className={`${row} ${className}`}>
      <span className="min-w-0 flex-1 basis-56 text-muted">希望以其他会员类别续费的，请先申请变更，同意后再缴费。</span>
      <Button look="ghost" onClick={() => setOpen(true)}>
        申请变更类别
      </Button>
      {isOpen && (
        <LevelChangeDialog
          levels={others}
          onClose={() => setOpen(false)}
          onSent={() => {
            setOpen(false)
            void onChanged()
          }}
        />
      )}
    </p>
  )
}

type LevelChangeDialogProps = { levels: readonly MemberLevel[]; onClose: () => void; onSent: () => void }

function LevelChangeDialog({ levels, onClose, onSent }: LevelChangeDialogProps) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { levelId: '请选择会员类别' }),
    async send({ levelId }) {
      await api('POST /membership/level', { levelId: Number(levelId) })
      showToast('申请已提交，秘书处答复后将通知您')
      onSent()
    },
  })
  return (
    <Dialog title="申请变更会员类别" onClose={onClose}>
      <form {...form.formProps} className="grid gap-5">
        <RadioField
          name="levelId"
          label="希望的类别"
          options={levels.map(({ id, title, fee }) => ({
            value: `${id}`,
            label: `${title}（${formatYuan(fee!.cents)}元／${formatTerm(fee!.termMonths)}）`,
          }))}
          error={form.errors['levelId']}
        />
        <SubmitButton form={form} label="提交申请" busyLabel="正在提交…" />
      </form>
    </Dialog>
  )
}
