// Number of open reports of groups, for the menu and the button. The console has no push channel, so it polls.
import { createContext, use } from 'react'
import { useApi } from '../kit/api/use-api.ts'
import { usePolling } from '../kit/api/use-polling.ts'

const pollIntervalMs = 30_000
const changedEvent = 'reports-changed'

/** Reloads the number after a decision by this user. */
export const announceReportChange = (): boolean => dispatchEvent(new Event(changedEvent))

/** @param canSee false for roles without access to reports, which poll nothing */
export function usePolledReports(canSee: boolean): number {
  const loaded = useApi('GET /admin/peerReports/waiting', canSee ? {} : null)
  usePolling(loaded, { isActive: canSee, intervalMs: pollIntervalMs, changedEvent })
  return canSee ? (loaded.data?.open ?? 0) : 0
}

export const WaitingReportsContext = createContext(0)
export const useWaitingReports = (): number => use(WaitingReportsContext)
