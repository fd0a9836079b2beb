// Session of the console. The session itself is an HttpOnly cookie; this is its copy of /auth/me.
import { App } from 'antd'
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { AccountRestriction } from '@xinqiao/contract/factors.ts'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { roleNameOf, staff, type Role } from '@xinqiao/contract/roles.ts'
import { isSignedOut, errorMessageOf } from '../kit/api/hooks.ts'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import { plainApi, setSessionLostListener } from '../kit/api/api.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

export type Session =
  | { state: 'checking' }
  | { state: 'unreachable'; message: string }
  | { state: 'signedOut' }
  /** State of a user or counsellor who is signed in, but may not use the console. */
  | { state: 'notStaff'; user: User }
  /** Must first change the password or add a second factor, on a page of the portal. */
  | { state: 'restricted'; user: User; restriction: AccountRestriction }
  | { state: 'staff'; user: User; role: Role; isOfBranch: boolean }

type SessionContextValue = {
  session: Session
  enter: (user: User) => Promise<void>
  leave: () => Promise<void>
  check: () => void
}
const Context = createContext<SessionContextValue | null>(null)

export function useSession(): SessionContextValue {
  const session = use(Context)
  if (!session) throw new Error('useSession outside SessionProvider')
  return session
}

/** Use it only inside the frame, which requires staff. */
export function useStaff(): { user: User; role: Role; isOfBranch: boolean } {
  const { session } = useSession()
  if (session.state !== 'staff') throw new Error('useStaff outside the frame')
  return session
}

async function createSession(user: User): Promise<Session> {
  const [first] = user.roles
  const role = first ? roleNameOf(first.id) : 'user'
  if (!staff.includes(role)) return { state: 'notStaff', user }
  if (user.restriction) return { state: 'restricted', user, restriction: user.restriction }
  // only reviewers belong to a branch
  const isOfBranch = role === 'service' && (await plainApi('GET /admin/memberBranch/own', {})).name !== null
  return { state: 'staff', user, role, isOfBranch }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'checking' })
  const { message } = App.useApp()
  const { path, full } = useRouterLocation()

  const loadSession = useCallback(() => {
    plainApi('GET /auth/me', {})
      .then(async (user) => setSession(await createSession(user)))
      .catch((error: unknown) =>
        setSession(
          isSignedOut(error) ? { state: 'signedOut' } : { state: 'unreachable', message: errorMessageOf(error) },
        ),
      )
  }, [])
  useEffect(loadSession, [loadSession])

  // portal.md 8: a 401 signs out, shows a message, and leads to the sign-in page.
  useEffect(
    () =>
      setSessionLostListener(() => {
        message.error({ key: 'sessionLost', content: '登录信息过期重新登录' })
        setSession({ state: 'signedOut' })
        void plainApi('DELETE /auth/logout', {}).catch(() => null)
      }),
    [message],
  )

  useEffect(() => {
    if (session.state === 'signedOut' && path !== '/login') {
      navigate(full === '/' ? '/login' : `/login?from=${encodeURIComponent(full)}`, { replace: true, force: true })
    }
  }, [session.state, path, full])

  const value = useMemo<SessionContextValue>(
    () => ({
      session,
      check: () => {
        setSession({ state: 'checking' })
        loadSession()
      },
      enter: async (user) => {
        message.destroy('sessionLost')
        setSession(await createSession(user))
      },
      leave: async () => {
        await plainApi('DELETE /auth/logout', {})
        setSession({ state: 'signedOut' })
      },
    }),
    [session, loadSession, message],
  )
  return (
    <Context value={value}>
      {children}
      <StepUpDialog />
    </Context>
  )
}
