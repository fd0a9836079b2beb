// Free slots of a counsellor: a day, then a time.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Slot } from '@xinqiao/contract/http/booking/bookings.ts'
import { bookingModes, type BookingMode } from '@xinqiao/contract/counselling.ts'
import { api } from '../session/api.ts'
import { formatClock, formatDay, formatWeekday } from './format-slot.ts'

type SlotPickerProps = {
  counsellorId: number
  chosen: number | null
  /** Limits the choice to slots of this mode. */
  mode?: BookingMode
  onChoose: (slot: Slot) => void
}

/** True when the slot is taken or no longer valid. */
export const isSlotLost = (error: unknown): boolean =>
  error instanceof Failure && ['slotTaken', 'slotPast', 'slotGone', 'noSuchSlot'].includes(error.reason)

const cell =
  'min-h-11 rounded-lg border border-control px-3 text-compact text-ink hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-white'

export function SlotPicker({ counsellorId, chosen, mode, onChoose }: SlotPickerProps) {
  const [slots, setSlots] = useState<Slot[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    api('GET /booking/slots', { counsellorId }).then(
      (reply) => isCurrent && setSlots(reply.slots),
      (error: Error) => isCurrent && setFault(error.message),
    )
    return () => {
      isCurrent = false
    }
  }, [counsellorId])
  if (fault) return <p className="py-4 text-danger">{fault}</p>
  if (!slots) return <p className="py-4 text-muted">正在加载可预约的时间…</p>
  const shownSlots = slots.filter((slot) => !mode || slot.mode === 'both' || slot.mode === mode)
  const days = [...new Set(shownSlots.map(({ start }) => formatDay(start)))]
  const open = day !== null && days.includes(day) ? day : (days[0] ?? null)
  if (open === null) return <p className="py-4 text-muted">近四周没有可预约的时间，请过几天再来看看。</p>
  const ofDay = shownSlots.filter(({ start }) => formatDay(start) === open)
  return (
    <div className="grid grid-cols-1 gap-3">
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-compact font-semibold text-ink">日期</legend>
        <div className="-mx-1 flex gap-2 overflow-x-auto px-1 pb-1">
          {days.map((item) => (
            <button
              key={item}
              type="button"
              aria-pressed={item === open}
              onClick={() => setDay(item)}
              className={`${cell} shrink-0 py-1 leading-5`}
            >
              {Number(item.slice(5, 7))}月{Number(item.slice(8))}日
              <span className="block text-xs">
                {formatWeekday(shownSlots.find(({ start }) => formatDay(start) === item)!.start)}
              </span>
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-compact font-semibold text-ink">时间（每次50分钟）</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {ofDay.map((slot) => (
            <button
              key={slot.start}
              type="button"
              aria-pressed={slot.start === chosen}
              onClick={() => onChoose(slot)}
              className={cell}
            >
              {formatClock(slot.start)}
              {slot.mode !== 'both' && !mode && (
                <span className="block text-xs leading-4">仅{bookingModes[slot.mode].slice(0, 2)}</span>
              )}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
