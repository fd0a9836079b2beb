// The duty list, as its staff read it.
import type { TestServer } from './test-server.ts'

type DutyAlert = { id: number; appName: string | null }

/** @param token of a staff member */
export function createDutySteps(server: TestServer, token: string) {
  const look = async (id: number, more: object) =>
    (await server.call('POST', '/admin/care/transcript', { id, reason: '核实危机情况', ...more }, { token })).data
  return {
    async listOf(appName: string): Promise<DutyAlert[]> {
      const { data } = await server.call('GET', '/admin/care/alerts', { state: 'open' }, { token })
      return (data.content as DutyAlert[]).filter((alert) => alert.appName === appName)
    },
    /** Texts of all places of an alert. */
    async readTexts(id: number): Promise<string[]> {
      const { signals } = (await server.call('GET', '/admin/care/alert', { id }, { token })).data
      const pages = await Promise.all(signals.map(({ id: signalId }: { id: number }) => look(id, { signalId })))
      return pages.flatMap(({ lines }) => lines.map(({ text }: { text: string }) => text))
    },
    close: () => server.owner`
      update crisis_alert set state = 'closed', outcome = 'contacted' where state <> 'closed' and not is_drill`,
  }
}
