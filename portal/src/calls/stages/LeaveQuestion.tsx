// Asks before a person leaves a running call: links of the site in a dialog, other ways in the question of the browser.
import { useEffect, useRef, useState } from 'react'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { findLink, leaveThrough, replacesPage } from './page-links.ts'

/** A link to a telephone number fires `beforeunload` in some browsers, although the page stays. */
const quietMs = 1_000

/** @param onLeave notifies the other side */
export function LeaveQuestion({ onLeave }: { onLeave: () => Promise<void> }) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const hasAgreedRef = useRef(false)
  useEffect(() => {
    let quietUntil = 0
    const ask = (event: MouseEvent) => {
      const clicked = findLink(event)
      if (!clicked || hasAgreedRef.current) return
      if (!/^https?:$/.test(clicked.protocol)) quietUntil = performance.now() + quietMs
      if (!replacesPage(clicked, event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(clicked)
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (!hasAgreedRef.current && performance.now() > quietUntil) event.preventDefault()
    }
    const leave = () => void onLeave()
    document.addEventListener('click', ask, true)
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('click', ask, true)
      removeEventListener('beforeunload', warn)
      removeEventListener('pagehide', leave)
    }
  }, [onLeave])
  if (!link) return null
  const leavePage = () => {
    hasAgreedRef.current = true
    void leaveThrough(link, onLeave)
  }
  return (
    <Confirm
      title="通话还在进行，要离开这个页面吗？"
      text="离开后，对方听不到也看不到您，半分钟内没有回来，通话会结束。可以从新页面上方“回到通话”。要结束通话，请留在这里点“挂断”。"
      yes="离开页面"
      no="留在通话"
      onYes={leavePage}
      onNo={() => setLink(null)}
    />
  )
}
