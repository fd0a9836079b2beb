// Endpoints for erasing conversations.
import type { erasure } from '@xinqiao/contract/http/erasure.ts'
import { eraseByStaff, listErasable } from '../im/chat.ts'
import { viewerOf, type Handlers } from '../kit/ctx.ts'

export const erasureHandlers: Handlers<typeof erasure> = {
  'GET /admin/chat/conversations': async ({ key }, { kit }) => ({ conversations: await listErasable(kit, key) }),
  'POST /admin/chat/erase': ({ id, reason }, ctx) => eraseByStaff(ctx.kit, { actorId: viewerOf(ctx).id, id, reason }),
}
