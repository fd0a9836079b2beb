// The begin of the screen after a call: what happened, and how long it took.
import { formatDuration } from '@xinqiao/contract/calls.ts'

const focusHeading = (heading: HTMLHeadingElement | null): void => heading?.focus()

type CallEndHeadProps = {
  title: string
  /** Why the call failed; shown instead of its duration. */
  fault: string | null
  /** Begin of the conversation; null for a call that never began. */
  beginTime: number | null
  endTime: number | null
}

export const CallEndHead = ({ title, fault, beginTime, endTime }: CallEndHeadProps) => (
  <>
    {/* the focused button of the stage before is gone */}
    <h2 ref={focusHeading} tabIndex={-1}>
      {title}
    </h2>
    <output>
      {fault ??
        (beginTime === null || endTime === null ? '' : `通话时长 ${formatDuration((endTime - beginTime) / 1000)}`)}
    </output>
  </>
)
