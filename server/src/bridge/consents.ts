// Endpoints of consents, and the effects of withdrawing one in the feature that asked for it.
import type { ConsentPurpose } from '@xinqiao/contract/consents.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { ConsentRecord, consents } from '@xinqiao/contract/http/consents.ts'
import { chatConsentText, selectConsents } from '../im/chat.ts'
import { viewerOf, type Handlers, type KitInTransaction } from '../kit/ctx.ts'
import { transaction, type Tx } from '../kit/db/db.ts'
import { removePrivateFile } from '../kit/files/private-files.ts'
import { formatTime } from '../kit/time.ts'
import { listLedConsents } from './peer-groups/peer-groups.ts'
import { getConsentText, giveConsent, listConsents, withdrawConsent } from '../portal/consents/consents.ts'
import { deleteSensitiveFields, leaveDirectory } from '../portal/membership/membership.ts'
import { unlistParticipant } from '../portal/conference/conference.ts'

/**
 * Runs in the transaction of the withdrawal.
 * @returns the key of a file to delete afterwards
 */
const withdrawalEffects: Record<
  ConsentPurpose,
  (kit: KitInTransaction, tx: Tx, accountId: number) => Promise<string | null>
> = {
  memberData: deleteSensitiveFields,
  async directory(_kit, tx, accountId) {
    await leaveDirectory(tx, accountId)
    return null
  },
  async participants(_kit, tx, accountId) {
    await unlistParticipant(tx, accountId)
    return null
  },
}

/** Consent to write to counsellors cannot be withdrawn here: a user withdraws by no longer writing. */
const presentChatConsent = (row: Awaited<ReturnType<typeof selectConsents>>[number]): Omit<ConsentRecord, 'id'> => ({
  title: chatConsentText.title,
  version: row.version,
  hash: row.text_hash,
  givenTime: formatTime(row.agreed_at),
  withdrawnTime: null,
  purpose: null,
  groupId: null,
  withdrawal: '',
})

export const consentHandlers: Handlers<typeof consents> = {
  'GET /consent/text': (input, { kit, viewer }) => getConsentText(kit.sql, input, viewer?.id ?? null),
  async 'GET /consent/mine'(_input, ctx) {
    const { id } = viewerOf(ctx)
    const { sql } = ctx.kit
    const [siteConsents, chat, groups] = await Promise.all([
      listConsents(sql, id),
      selectConsents(sql, id),
      listLedConsents(sql, id),
    ])
    const otherConsents = [...chat.map(presentChatConsent), ...groups]
    return [...siteConsents, ...otherConsents.map((consent, index) => ({ ...consent, id: -1 - index }))]
  },
  async 'POST /consent/give'({ purpose, ...read }, ctx) {
    await giveConsent(ctx.kit.sql, viewerOf(ctx).id, purpose, read)
    return null
  },
  async 'POST /consent/withdraw'({ purpose }, ctx) {
    const { kit } = ctx
    const accountId = viewerOf(ctx).id
    const file = await transaction(kit.sql, async (tx) => {
      // lock the subject before the consent, the order of all transactions
      const key = await withdrawalEffects[purpose](kit, tx, accountId)
      if (!(await withdrawConsent(tx, accountId, purpose))) throw fail('notFound', '没有可以撤回的同意')
      return key
    })
    if (file) await removePrivateFile(kit, file)
    return null
  },
}
