// The input of the room. A refused text stays in the field, with the reason above it.
import { useState, type FormEvent, type RefObject } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { useCountdown } from '../../../accounts/fields/countdown.ts'
import { DraftHelpCard } from '../../../crisis/DraftHelpCard.tsx'
import { MuteNote } from './MuteNote.tsx'
import type { RoomActions, RoomError } from '../room-connection.ts'

const maxLength = 200
const tooOften = 416
const muted = 13_004

function describeRefusal({ code, message, data }: RoomError): string {
  // a mute of a limited time, whose end is shown above
  if (code === muted && data?.seconds !== undefined) return '您已被临时禁言，这句话没有发出'
  return message || '没有发出去，请再试一次'
}

type ComposerProps = {
  actions: RoomActions | null
  isOnline: boolean
  /** Seconds between two messages of this writer; 0 for moderators and without slow mode. */
  slowSeconds: number
  text: string
  onText: (text: string) => void
  field: RefObject<HTMLInputElement | null>
  /** End of the mute of this page in milliseconds; null without one. */
  muteEnd: number | null
  /** True while only moderators may speak, and for a muted visitor. */
  isSilenced: boolean
}

export function Composer({ actions, isOnline, slowSeconds, text, onText, field, muteEnd, isSilenced }: ComposerProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { secondsLeft, startCountdown } = useCountdown()
  const [slowWait, setSlowWait] = useState(0)
  const [wasSilenced, setWasSilenced] = useState(isSilenced)
  if (isSilenced !== wasSilenced) {
    setWasSilenced(isSilenced)
    // a refusal because of a mute is no longer true
    if (!isSilenced) setRefusal('')
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (!actions || isBusy || trimmed === '') return
    setBusy(true)
    setRefusal('')
    try {
      await actions.send(trimmed)
      onText('')
    } catch (error) {
      const { code, data } = error as RoomError
      if (code === tooOften) {
        const seconds = Math.ceil(data?.seconds ?? 1)
        setSlowWait(seconds)
        startCountdown(seconds)
      } else setRefusal(describeRefusal(error as RoomError))
    } finally {
      setBusy(false)
      field.current?.focus()
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-2">
      {muteEnd !== null && <MuteNote {...{ muteEnd }} />}
      {refusal !== '' && (
        <p role="alert" className="text-sm text-danger">
          {refusal}
        </p>
      )}
      <SlowNote {...{ secondsLeft, slowWait }} />
      {isSilenced && (
        <div className="max-h-60 overflow-y-auto">
          <DraftHelpCard draft={text} note="您现在不能发言，这些话还没有人看到。可以写信给值班人员。" hasLetter />
        </div>
      )}
      <div className="flex gap-2">
        <input
          ref={field}
          value={text}
          maxLength={maxLength}
          aria-label="说点什么"
          placeholder={slowSeconds > 0 ? `说点什么（每${slowSeconds}秒一条）` : '说点什么'}
          onChange={(event) => onText(event.target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-full border border-control bg-surface px-4 text-base text-ink"
        />
        <Button
          type="submit"
          aria-label="发送"
          busy={isBusy}
          disabled={!isOnline || isSilenced}
          className="size-11 shrink-0 px-0"
        >
          {!isBusy && <Icon name="send" />}
        </Button>
      </div>
    </form>
  )
}

/** A screen reader announces the wait once, not each second of it. */
const SlowNote = ({ secondsLeft, slowWait }: { secondsLeft: number; slowWait: number }) => (
  <>
    {secondsLeft > 0 && (
      <p aria-hidden="true" className="text-sm text-danger">
        发言太快了，请等{secondsLeft}秒再发
      </p>
    )}
    <output className="sr-only">{secondsLeft > 0 && `发言太快了，${slowWait}秒后可以再发`}</output>
  </>
)
