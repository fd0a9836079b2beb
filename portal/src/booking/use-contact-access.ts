// Access of a counsellor to the emergency contact of a booking: first hidden, then a reason where one is needed.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'

/** @property isGuardian true for a minor, whose guardian it is */
export type OfferedContact = { bookingId: number; isGuardian: boolean }

export type ContactAccess = {
  label: string
  /** Null until the counsellor has looked. */
  contact: string | null
  isBusy: boolean
  /** True while the dialog asks for the reason. */
  isAsking: boolean
  open: (reason?: string) => Promise<void>
  close: () => void
}

/** Outside of the booked time, the server asks for a reason. */
const needsReason = (error: unknown): boolean => error instanceof Failure && error.reason === 'invalid'

/**
 * Keeps the access that has begun when the offer changes or disappears, as at the end of a call.
 * @param offered null without a contact
 */
export function useContactAccess(offered: OfferedContact | null): ContactAccess | null {
  const [begun, setBegun] = useState<{ offer: OfferedContact; contact: string | null; isAsking: boolean } | null>(null)
  const { isBusy, run } = useExclusiveTask()
  const offer = begun?.offer ?? offered
  if (!offer) return null
  const open = (reason?: string) =>
    run(async () => {
      try {
        const { contact } = await api('POST /booking/contact', { id: offer.bookingId, reason })
        setBegun({ offer, contact, isAsking: false })
      } catch (error) {
        if (reason !== undefined || !needsReason(error)) throw error
        setBegun({ offer, contact: null, isAsking: true })
      }
    })
  return {
    label: offer.isGuardian ? '紧急联系人（监护人）' : '紧急联系人',
    contact: begun?.contact ?? null,
    isBusy,
    isAsking: begun?.isAsking ?? false,
    open,
    close: () => setBegun(null),
  }
}
