// Alerts that wait for the viewer, for the badge and the bars on every screen. The console has no push channel, so it
// polls.
import { createContext, use } from 'react'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { useApi } from '../kit/api/use-api.ts'
import { usePolling } from '../kit/api/use-polling.ts'

export type WaitingAlerts = EndpointOutput<Contract, 'GET /admin/care/waiting'>

const pollIntervalMs = 15_000
const changedEvent = 'alerts-changed'

/** Reloads the bar after a change by this user, so that it need not wait for the next poll. */
export const announceAlertChange = (): boolean => dispatchEvent(new Event(changedEvent))

/** @param canSee false for roles without access to the duty list, which poll nothing */
export function usePolledAlerts(canSee: boolean): WaitingAlerts | null {
  const loaded = useApi('GET /admin/care/waiting', canSee ? {} : null)
  usePolling(loaded, { isActive: canSee, intervalMs: pollIntervalMs, changedEvent })
  return canSee ? (loaded.data ?? null) : null
}

/** Number on the badge: unclaimed alerts, and claimed ones at which someone must look. */
export const countUrgentAlerts = (waiting: WaitingAlerts | null): number =>
  waiting ? waiting.open + waiting.newsIds.length + waiting.handedOverIds.length + waiting.overdueIds.length : 0

export const WaitingAlertsContext = createContext<WaitingAlerts | null>(null)
export const useWaitingAlerts = (): WaitingAlerts | null => use(WaitingAlertsContext)
