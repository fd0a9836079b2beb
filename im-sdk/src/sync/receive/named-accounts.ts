// Accounts whose names a page displays with a message.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'

/** Maximum number of accounts whose names are fetched for one notification, which can name hundreds. */
const maxNamedAccounts = 20

/** In p2p the other side. In a team the sender, and the accounts that a notification names. */
export function listDisplayedAccounts(msg: WireMessage, account: string): string[] {
  if (msg.scene === 'p2p') return [targetOfMessage(msg, account).to]
  const { accounts = [], account: other } = ('attach' in msg.content ? msg.content.attach : {}) as Partial<TeamNotice>
  return [msg.from, ...accounts.slice(0, maxNamedAccounts), ...(other === undefined ? [] : [other])]
}
