// The begin of the screen after a call: what happened, and how long it took.
import { formatDuration } from '@xinqiao/contract/calls.ts'
import { focusUnlessTyping } from '../../chat/calls/call-focus.ts'

type CallEndHeadProps = {
  title: string
  /** Why the call failed; shown instead of its duration. */
  fault: string | null
  /** Length of the call; null while it is unknown, 0 for a call that never began. */
  seconds: number | null
}

export const CallEndHead = ({ title, fault, seconds }: CallEndHeadProps) => (
  <>
    {/* takes the focus, because the focused button of the previous stage is gone */}
    <h2 ref={focusUnlessTyping} tabIndex={-1}>
      {title}
    </h2>
    <output>{fault ?? (seconds ? `通话时长 ${formatDuration(seconds)}` : '')}</output>
  </>
)
