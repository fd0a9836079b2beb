// The duty list, as its staff read it.
import type { TestServer } from '../test-server.ts'

type DutyAlert = { id: number; appName: string | null }

/** @param token of a staff member */
export function createDutySteps(server: TestServer, token: string) {
  const reveal = async (id: number, more: object) =>
    (await server.requestAs({ token }, 'POST /admin/care/transcript', { id, reason: '核实危机情况', ...more })).data
  return {
    async listOf(appName: string): Promise<DutyAlert[]> {
      const { data } = await server.requestAs({ token }, 'GET /admin/care/alerts', { state: 'open' })
      return data.content.filter((alert) => alert.appName === appName)
    },
    /** Texts of all sources of an alert. */
    async readTexts(id: number): Promise<string[]> {
      const { signals } = (await server.requestAs({ token }, 'GET /admin/care/alert', { id })).data
      const pages = await Promise.all(signals.map(({ id: signalId }) => reveal(id, { signalId })))
      return pages.flatMap(({ lines }) => lines.map(({ text }) => text))
    },
    close: () => server.owner`
      update crisis_alert set state = 'closed', outcome = 'contacted' where state <> 'closed' and not is_drill`,
  }
}
