// Toggle with a counter: like, collect, follow. It shows the new state once the server has stored it.
import { useState } from 'react'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { useSignedInAction } from './use-signed-in-action.ts'

type ReactionButtonProps = {
  icon: IconName
  /** Icon while on; by default the filled icon. */
  iconOn?: IconName
  isOn: boolean
  count?: number
  /** Labels while off, and while on. */
  labels: readonly [string, string]
  isSignedIn: boolean
  /**
   * Sends the new state.
   * @returns the server's message
   */
  send: (isOn: boolean) => Promise<{ msg: string }>
  onChange?: (isOn: boolean) => void
}

export function ReactionButton(props: ReactionButtonProps) {
  const { icon, iconOn, isOn: initial, count, labels, isSignedIn, send, onChange } = props
  const [isOn, setOn] = useState(initial)
  const [shownCount, setShownCount] = useState(count ?? 0)
  const { isBusy, runSignedIn } = useSignedInAction(isSignedIn)
  const isHydrated = useHydrated()
  const toggleReaction = () =>
    runSignedIn(async () => {
      const { msg } = await send(!isOn)
      setOn(!isOn)
      setShownCount((before) => Math.max(0, before + (isOn ? -1 : 1)))
      showToast(msg)
      onChange?.(!isOn)
    })
  return (
    <button
      type="button"
      disabled={!isHydrated}
      aria-pressed={isOn}
      aria-busy={isBusy || undefined}
      onClick={toggleReaction}
      className={`inline-flex min-h-10 items-center gap-1.5 rounded-full px-3 text-compact transition-colors duration-150 hover:bg-tint hover:text-brand-deep ${isOn ? 'bg-tint font-semibold text-brand-deep' : 'text-muted'}`}
    >
      <Icon name={(isOn && iconOn) || icon} className={`size-4.5 ${isOn && !iconOn ? 'fill-current' : ''}`} />
      {labels[isOn ? 1 : 0]}
      {count !== undefined && <span className="tabular-nums">{shownCount}</span>}
    </button>
  )
}
