// The person whom a client has named for emergencies, hidden until the counsellor looks. Each look is logged.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { TextDialog } from './TextDialog.tsx'

const phonePattern = /\+?\d[\d\s-]{5,}\d/

/** Outside of the booked time, the server asks for a reason. */
const needsReason = (error: unknown): boolean => error instanceof Failure && error.reason === 'invalid'

type ClientContactProps = {
  bookingId: number
  /** True for a minor, whose guardian it is. */
  isGuardian: boolean
  /** Classes of the line and of its button or link. */
  looks: { line: string; action: string }
}

export function ClientContact({ bookingId, isGuardian, looks }: ClientContactProps) {
  const [contact, setContact] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useExclusiveTask()
  const label = isGuardian ? '紧急联系人（监护人）' : '紧急联系人'
  const open = (reason?: string) =>
    run(async () => {
      try {
        setContact((await api('POST /booking/contact', { id: bookingId, reason })).contact)
        setAsking(false)
      } catch (error) {
        if (reason !== undefined || !needsReason(error)) throw error
        setAsking(true)
      }
    })
  const [phone] = phonePattern.exec(contact ?? '') ?? []
  return (
    <>
      <p className={looks.line}>
        <Icon name="shield" />
        {contact === null ? (
          <button type="button" disabled={isBusy} className={looks.action} onClick={() => void open()}>
            查看{label}
          </button>
        ) : (
          <output>
            {label}：{phone ? contact.replace(phone, '') : contact}
            {phone && (
              <a href={`tel:${phone.replaceAll(/\s/g, '')}`} className={looks.action}>
                {phone}
              </a>
            )}
          </output>
        )}
      </p>
      {isAsking && (
        <TextDialog
          title={`查看${label}`}
          label="为什么需要查看？只在情况紧急、联系不上来访者时使用；每次查看和理由都会记录"
          maxLength={200}
          missing="请填写查看理由"
          isProfessional
          onClose={() => setAsking(false)}
          onSend={open}
        />
      )}
    </>
  )
}
