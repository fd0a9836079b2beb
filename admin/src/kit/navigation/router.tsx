// Router over the History API. It exists because an unsaved article must block every navigation including the back
// button, which small routers do not offer.
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'

const base = '/admin'
type LeaveGuard = (leave: () => void) => void
/** `index` numbers the history entries, so that a refused "back" can be undone by the same number of steps. */
type RouterHistoryState = { index: number }

const listeners = new Set<() => void>()
let guard: LeaveGuard | null = null
let hasConfirmedLeave = false
/** Key of the mounted screen: a new screen mounts again, a new query does not. */
let mount = 0
let index = (history.state as RouterHistoryState | null)?.index ?? 0
if (!history.state) history.replaceState({ index }, '')

const readPath = () => location.pathname.slice(base.length).replace(/\/$/, '') || '/'
let shownPath = readPath()

const notifyListeners = (keep: boolean) => {
  if (!keep) mount += 1
  shownPath = readPath()
  for (const listen of listeners) listen()
}

addEventListener('popstate', (event) => {
  const next = (event.state as RouterHistoryState | null)?.index ?? 0
  const steps = next - index
  if (guard && !hasConfirmedLeave && steps !== 0) {
    const confirmLeave = guard
    hasConfirmedLeave = true
    history.go(-steps)
    confirmLeave(() => {
      hasConfirmedLeave = true
      guard = null
      history.go(steps)
    })
    return
  }
  hasConfirmedLeave = false
  index = next
  notifyListeners(readPath() === shownPath)
})

/**
 * @param to a path below /admin, such as `/articles?page=2`
 * @param options.force skips the guards (the session has ended, or the work is saved)
 * @param options.keep keeps the screen mounted, for example when a new article got its id
 */
export function navigate(to: string, options: { replace?: boolean; force?: boolean; keep?: boolean } = {}): void {
  const navigateThere = () => {
    if (!options.replace) index += 1
    history[options.replace ? 'replaceState' : 'pushState']({ index }, '', base + to)
    notifyListeners(options.keep ?? samePath)
  }
  const samePath = to.split('?')[0] === readPath()
  if (guard && !options.force && !samePath) guard(navigateThere)
  else navigateThere()
}

const readLocation = () => `${mount} ${readPath()}${location.search}`
const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

export type RouterLocation = { path: string; params: URLSearchParams; full: string; mount: string }

/** Current path below /admin and the query. */
export function useRouterLocation(): RouterLocation {
  const [key = '0', full = '/'] = useSyncExternalStore(subscribe, readLocation).split(' ')
  const [path = '/', query] = full.split('?')
  return { path, params: new URLSearchParams(query), full, mount: key }
}

/** Blocks leaving the page while `active`; `confirmLeave` receives the function that leaves. */
export function useLeaveGuard(active: boolean, confirmLeave: LeaveGuard): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    if (active) {
      guard = confirmLeave
      addEventListener('beforeunload', warn)
    }
    return () => {
      guard = null
      removeEventListener('beforeunload', warn)
    }
  }, [active, confirmLeave])
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
