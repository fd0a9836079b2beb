// The two callbacks for a changed session.
import type { NimSession } from '../present/sessions.ts'
import type { NimCore } from './core.ts'

/** Each callback gets a copy of its own. */
export function notifyUpdate(core: Pick<NimCore, 'notify'>, present: () => NimSession): void {
  core.notify('onupdatesession', present())
  core.notify('onupdatesessions', [present()])
}
