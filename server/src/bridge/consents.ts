// Consents over HTTP, with what taking one back leads to in the feature that asked for it.
import type { ConsentPurpose } from '@xinqiao/contract/consents.ts'
import type { consents } from '@xinqiao/contract/http/consents.ts'
import { viewerOf, type Handlers, type Kit } from '../kit/ctx.ts'
import { transaction, type Tx } from '../kit/db.ts'
import { removePrivate } from '../kit/private-files.ts'
import { endConsent, giveConsent, listConsents, readText } from '../portal/consents/consents.ts'
import { forgetSensitive } from '../portal/membership/applications.ts'
import { leaveDirectory } from '../portal/membership/own.ts'

/** In the transaction of taking it back. @returns the key of a file that is to go after it */
const effects: Record<ConsentPurpose, (kit: Kit, tx: Tx, accountId: number) => Promise<string | null>> = {
  memberData: forgetSensitive,
  async directory(_kit, tx, accountId) {
    await leaveDirectory(tx, accountId)
    return null
  },
}

export const consentHandlers: Handlers<typeof consents> = {
  'GET /consent/text': ({ purpose }, { kit, viewer }) => readText(kit.sql, purpose, viewer?.id ?? null),
  'GET /consent/mine': (_input, ctx) => listConsents(ctx.kit.sql, viewerOf(ctx).id),
  async 'POST /consent/give'({ purpose, ...read }, ctx) {
    await giveConsent(ctx.kit.sql, viewerOf(ctx).id, purpose, read)
    return null
  },
  async 'POST /consent/withdraw'({ purpose }, ctx) {
    const { kit } = ctx
    const accountId = viewerOf(ctx).id
    const file = await transaction(kit.sql, async (tx) => {
      await endConsent(tx, accountId, purpose)
      return effects[purpose](kit, tx, accountId)
    })
    if (file) await removePrivate(kit, file)
    return null
  },
}
