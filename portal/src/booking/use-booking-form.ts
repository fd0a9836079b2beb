// State of the booking dialog: slot, consent, form, and what follows once the booking is stored.
import { useEffect, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { BookingMode } from '@xinqiao/contract/counselling.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { Slot } from '@xinqiao/contract/http/booking/bookings.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { useSavedLevel } from '../crisis/saved-levels.ts'
import { useFormDraft } from '../forms/use-draft.ts'
import { findEmptyFields, type FormValues, useForm } from '../forms/use-form.ts'
import { isSlotLost } from './SlotPicker.tsx'

export type BookingConsent = EndpointOutput<Contract, 'GET /booking/consent'>

export function goToOwnBookings(message: string): void {
  toastOnNextPage(message)
  location.assign(routes.booking)
}

/** The consent text; `retry` loads it again after a failure. */
function useConsentText() {
  const [consent, setConsent] = useState<BookingConsent | null>(null)
  const [attempt, setAttempt] = useState({ number: 1, hasFailed: false })
  const { number, hasFailed } = attempt
  useEffect(() => {
    api('GET /booking/consent', {}).then(setConsent, () => setAttempt({ number, hasFailed: true }))
  }, [number])
  return { consent, hasFailed, retry: () => setAttempt({ number: number + 1, hasFailed: false }) }
}

function useSlotChoice() {
  const [slot, setSlot] = useState<Slot | null>(null)
  const [round, setRound] = useState(0)
  const [mode, setMode] = useState<BookingMode>('offline')
  const modes: BookingMode[] = !slot || slot.mode === 'both' ? ['offline', 'online'] : [slot.mode]
  const chosenMode = modes.includes(mode) ? mode : modes[0]!
  /** Another client has taken the slot: shows the remaining ones. */
  const reload = () => {
    setSlot(null)
    setRound(round + 1)
  }
  return { slot, setSlot, round, modes, chosenMode, setMode, reload }
}

/** True for a contact without a name or without a number. */
const isHalfContact = ({ contactName = '', contactPhone = '' }: FormValues): boolean =>
  (contactName === '') !== (contactPhone === '')

export function useBookingForm(counsellorId: number) {
  const slots = useSlotChoice()
  const { consent, ...consentLoading } = useConsentText()
  const [isMinor, setMinor] = useState(false)
  const [paying, setPaying] = useState<number | null>(null)
  const [crisisLevel, setCrisisLevel] = useState<CrisisLevel | null>(null)
  const [, saveLevel] = useSavedLevel('booking')
  const form = useForm({
    fieldOf: { slotTaken: 'start', slotPast: 'start', slotGone: 'start', noSuchSlot: 'start' },
    check: (values) => ({
      ...(slots.slot === null && { start: '请选择时间' }),
      ...findEmptyFields(values, { topic: '请填写主要困扰', agreed: '请先阅读并同意知情同意书' }),
      // consent is impossible while its text could not be shown
      ...(!consent && { agreed: '知情同意书还没有加载出来，请稍候或重新加载' }),
      ...(isMinor && findEmptyFields(values, { guardianName: '请填写监护人姓名', guardianPhone: '请填写监护人电话' })),
      ...(isMinor && findEmptyFields(values, { guardianAgreed: '需要监护人知情并同意' })),
      ...(!isMinor && isHalfContact(values) && { contactPhone: '紧急联系人请同时填写姓名和电话' }),
    }),
    async send(values) {
      const { topic = '', history = '', guardianName = '', guardianPhone = '', guardianAgreed } = values
      const { contactName = '', contactPhone = '' } = values
      const { slot, chosenMode } = slots
      if (!slot || !consent) return
      const booking = await api('POST /booking/add', {
        counsellorId,
        start: slot.start,
        mode: chosenMode,
        topic,
        history,
        minor: isMinor,
        guardianName,
        guardianPhone,
        guardianAgreed: guardianAgreed === 'on',
        ...(!isMinor && { contactName, contactPhone }),
        consentVersion: consent.version,
        consentHash: consent.hash,
      }).catch((error: unknown) => {
        // keeps what the user has typed
        if (isSlotLost(error)) slots.reload()
        throw error
      })
      draft.discard()
      if (booking.care) setCrisisLevel(booking.care)
      if (booking.care) saveLevel(booking.care)
      if (booking.state === 'held') setPaying(booking.id)
      else if (!booking.care) goToOwnBookings('预约成功')
    },
  })
  const draft = useFormDraft(`booking ${counsellorId}`, form.formProps.ref, ['topic', 'history'])
  const closeCard = () => {
    saveLevel(null)
    if (paying === null) goToOwnBookings('预约成功')
    else setCrisisLevel(null)
  }
  return { form, slots, consent, consentLoading, isMinor, setMinor, paying, crisisLevel, closeCard }
}
