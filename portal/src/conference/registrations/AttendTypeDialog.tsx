// Choice of the attendance type. The server confirms members; for others the choice falls back to non-member.
import { useState } from 'react'
import type { AttendTypeOffer } from '@xinqiao/contract/http/conference/meetings.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { type AttendType, attendTypeIds, attendTypes, needsMembership } from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { api } from '../../session/api.ts'

const { member, nonMember } = attendTypeIds

type AttendTypeDialogProps = {
  types: readonly AttendTypeOffer[]
  /** True when the server has already confirmed the membership. */
  isMember: boolean
  onClose: () => void
  onChosen: (type: AttendType) => void
  onFailed: (error: unknown) => void
}

export function AttendTypeDialog({ types, isMember, onClose, onChosen, onFailed }: AttendTypeDialogProps) {
  const open = types.map((type) => type.activityAttendTypeId as AttendType)
  const fallback = open.find((type) => type === nonMember) ?? open.find((type) => !needsMembership(type)) ?? nonMember
  const canBeMember = isMember && open.includes(member)
  const [chosenType, setChosenType] = useState<AttendType>(canBeMember ? member : fallback)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)

  const chooseType = async (type: AttendType) => {
    setRefusal('')
    setChosenType(type)
    if (!needsMembership(type) || isMember) return
    setBusy(true)
    try {
      await api('GET /activityUser/identity', {})
    } catch (error) {
      // portal.md 4: shows the message, and falls back to non-member
      setChosenType(fallback)
      if (error instanceof Failure && error.reason === 'notAMember') setRefusal(error.message)
      else onFailed(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="请选择参会身份" onClose={onClose}>
      {canBeMember && (
        <p className="mb-4 text-compact text-muted">您是本会有效会员，已为您选择会员参会，按会员标准缴费。</p>
      )}
      <fieldset>
        <legend className="sr-only">参会身份</legend>
        <div className="grid gap-3">
          {types.map((type) => {
            const id = type.activityAttendTypeId as AttendType
            return (
              <label
                key={id}
                className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-control px-4 py-2 text-ink has-checked:border-brand has-checked:bg-tint"
              >
                <input
                  type="radio"
                  name="channel"
                  value={id}
                  checked={chosenType === id}
                  onChange={() => void chooseType(id)}
                  className="size-4.5 accent-brand"
                />
                <span className="flex-1 font-semibold">{attendTypes[id].choice}</span>
                <span className="text-sm text-muted tabular-nums">{formatYuan(type.fee)} 元</span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {refusal && <Notice tone="error">{refusal}</Notice>}
      </div>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="ghost" onClick={onClose}>
          取消
        </Button>
        <Button look="accent" busy={isBusy} busyText="正在核验会员身份…" onClick={() => onChosen(chosenType)}>
          下一步
        </Button>
      </div>
    </Dialog>
  )
}
