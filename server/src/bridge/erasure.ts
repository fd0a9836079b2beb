// Endpoints for erasing conversations.
import type { erasure } from '@xinqiao/contract/http/erasure.ts'
import { eraseByStaff, listErasable } from '../im/chat.ts'
import { type Handlers } from '../kit/ctx.ts'

export const erasureHandlers: Handlers<typeof erasure> = {
  'GET /admin/chat/conversations': async ({ key }, { kit }) => ({ conversations: await listErasable(kit, key) }),
  'POST /admin/chat/erase': ({ id, reason }, { tx, kit, viewer }) =>
    eraseByStaff(tx, kit.bodies, { actorId: viewer.id, id, reason }),
}
