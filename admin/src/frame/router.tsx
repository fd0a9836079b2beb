// A small router over the History API. Our own because an unsaved article must be able to hold back every way of
// leaving it, the browser's back button included, which small routers do not offer.
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'

const base = '/admin'
type Guard = (leave: () => void) => void
/** `index` counts entries, so that a refused "back" can be undone by as many steps. */
type Entry = { index: number }

const listeners = new Set<() => void>()
let guard: Guard | null = null
let letThrough = false
/** Counts screens shown: a screen is drawn anew when it changes, and kept when only the query does. */
let mount = 0
let index = (history.state as Entry | null)?.index ?? 0
if (!history.state) history.replaceState({ index }, '')

const readPath = () => location.pathname.slice(base.length).replace(/\/$/, '') || '/'
let shownPath = readPath()

const tellAll = (keep: boolean) => {
  if (!keep) mount += 1
  shownPath = readPath()
  for (const listen of listeners) listen()
}

addEventListener('popstate', (event) => {
  const next = (event.state as Entry | null)?.index ?? 0
  const steps = next - index
  if (guard && !letThrough && steps !== 0) {
    const ask = guard
    letThrough = true
    history.go(-steps)
    ask(() => {
      letThrough = true
      guard = null
      history.go(steps)
    })
    return
  }
  letThrough = false
  index = next
  tellAll(readPath() === shownPath)
})

/**
 * @param to a path below /admin, such as `/articles?page=2`
 * @param options.force leaves even where a guard would ask (the session has ended, or the work is saved)
 * @param options.keep the screen stays as it is: a new article has got its number
 */
export function navigate(to: string, options: { replace?: boolean; force?: boolean; keep?: boolean } = {}): void {
  const go = () => {
    if (!options.replace) index += 1
    history[options.replace ? 'replaceState' : 'pushState']({ index }, '', base + to)
    tellAll(options.keep ?? samePath)
  }
  const samePath = to.split('?')[0] === readPath()
  if (guard && !options.force && !samePath) guard(go)
  else go()
}

const readPlace = () => `${mount} ${readPath()}${location.search}`
const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

export type Place = { path: string; params: URLSearchParams; full: string; mount: string }

/** Where one is: the path below /admin and the query. */
export function usePlace(): Place {
  const [key = '0', full = '/'] = useSyncExternalStore(subscribe, readPlace).split(' ')
  const [path = '/', query] = full.split('?')
  return { path, params: new URLSearchParams(query), full, mount: key }
}

/** Holds back leaving the page while `active`; `ask` gets the function that leaves. */
export function useLeaveGuard(active: boolean, ask: Guard): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    if (active) {
      guard = ask
      addEventListener('beforeunload', warn)
    }
    return () => {
      guard = null
      removeEventListener('beforeunload', warn)
    }
  }, [active, ask])
}

export function Link(props: { to: string; children: ReactNode; className?: string; 'aria-label'?: string }) {
  const { to, children, ...rest } = props
  return (
    <a
      {...rest}
      href={base + to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
