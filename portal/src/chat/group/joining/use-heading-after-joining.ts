// Moves the focus to the heading of a group after joining, because the pressed button is gone.
import { useEffect, useRef } from 'react'
import type { Group } from '@xinqiao/im-sdk/chat/state/groups.ts'

/**
 * Returns the ref of the heading. An application may be accepted later, and then takes no focus from another control.
 * @param hasJustJoined true after joining by a link, whose dialog has closed
 */
export function useHeadingAfterJoining({ own, membership }: Group, hasJustJoined: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasStranger = useRef(false)
  const isMember = own !== null
  useEffect(() => {
    const isAdmitted = wasStranger.current && isMember && document.activeElement === document.body
    wasStranger.current = membership === 'stranger'
    if (hasJustJoined || isAdmitted) heading.current?.focus({ preventScroll: true })
  }, [hasJustJoined, isMember, membership])
  return heading
}
