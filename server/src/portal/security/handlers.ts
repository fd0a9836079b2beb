// Handlers of the endpoints of the security event log.
import type { security } from '@xinqiao/contract/http/accounts/security.ts'
import type { Handlers } from '../../kit/ctx.ts'
import { formatTime } from '../../kit/time.ts'
import { selectSecurityEvents, selectSecurityChain } from './store.ts'

export const securityHandlers: Handlers<typeof security> = {
  async 'GET /admin/security'({ limit, offset, ...query }, { kit }) {
    const { rows, total } = await selectSecurityEvents(kit.sql, query, { limit, offset })
    const content = rows.map((row) => ({
      id: row.id,
      time: formatTime(row.at),
      kind: row.kind,
      account: row.account ?? '',
      ip: row.ip,
      requestId: row.request_id,
      detail: Object.entries(row.detail).map(([name, value]) => ({ name, value: `${value}` })),
    }))
    return { content, totalElements: total }
  },
  'GET /admin/security/verify': (_input, { kit }) => selectSecurityChain(kit.sql),
}
