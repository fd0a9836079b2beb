// Warns that an appointment in the chosen slot can no longer be changed or cancelled.
import { useState } from 'react'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { isAfterChangeDeadline } from './late-slot.ts'

type LateSlotNoteProps = {
  /** Beginning in minutes since 1970. A component for another slot needs another key. */
  start: number
  /** The sentence after the time, such as `提交后不能改期或取消`. */
  consequence: string
}

export function LateSlotNote({ start, consequence }: LateSlotNoteProps) {
  const [chosenAt] = useState(() => Date.now())
  return (
    <output>
      {isAfterChangeDeadline(start, chosenAt) && <Notice tone="warm">距开始不足24小时，{consequence}</Notice>}
    </output>
  )
}
