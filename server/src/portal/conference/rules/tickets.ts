// Check-in tickets, signed for one registration of one person. Transferring a registration invalidates its ticket.
import type { Kit } from '../../../kit/ctx.ts'
import { isEqualSecret } from '../../../kit/auth/secrets.ts'
import type { RegistrationRow } from '../records/store.ts'

const ticketPattern = /^XQT\.(\d{9,15})\.([\w-]{22})$/
const signatureBytes = 16

type TicketHolder = Pick<RegistrationRow, 'id' | 'account_id'>

const signTicket = ({ secrets }: Pick<Kit, 'secrets'>, { id, account_id: accountId }: TicketHolder) =>
  secrets.index('meeting-ticket', `${id} ${accountId ?? 'nobody'}`).subarray(0, signatureBytes)

export const createTicket = (kit: Pick<Kit, 'secrets'>, holder: TicketHolder): string =>
  `XQT.${holder.id}.${signTicket(kit, holder).toString('base64url')}`

/** Id of the registration in a ticket, valid or not; null for other text. */
export function registrationIdOfTicket(ticket: string): number | null {
  const match = ticketPattern.exec(ticket.trim())
  return match ? Number(match[1]) : null
}

export const isTicketOf = (kit: Pick<Kit, 'secrets'>, ticket: string, holder: TicketHolder): boolean =>
  isEqualSecret(Buffer.from(ticket.trim()), Buffer.from(createTicket(kit, holder)))
