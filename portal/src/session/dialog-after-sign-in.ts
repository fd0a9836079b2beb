// Continues after signing in: `open` in the address names the requested dialog.
import { useEffect, useRef } from 'react'

const dialogs = ['ask', 'book', 'chat', 'apply'] as const
export type RequestedDialog = (typeof dialogs)[number]

/** @returns path and query of this page that open the dialog for a signed-in user */
export function addressWithDialog(opening: RequestedDialog | null): string {
  const url = new URL(location.href)
  if (opening) url.searchParams.set('open', opening)
  else url.searchParams.delete('open')
  return url.pathname + url.search
}

/** Runs `resume` once if the address asks for it, and removes the parameter. */
export function useDialogAfterSignIn(isSignedIn: boolean, resume: (opening: RequestedDialog) => void): void {
  const latest = useRef(resume)
  useEffect(() => {
    const opening = dialogs.find((name) => name === new URLSearchParams(location.search).get('open'))
    if (!isSignedIn || !opening) return
    history.replaceState(history.state, '', addressWithDialog(null))
    latest.current(opening)
  }, [isSignedIn])
}
