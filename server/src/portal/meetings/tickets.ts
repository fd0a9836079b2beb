// Tickets: what the code at the door says. Signed, so that nobody makes one, and readable without a database.
import type { Kit } from '../../kit/ctx.ts'
import { isSame } from '../../kit/secrets.ts'

const ticketPattern = /^XQT\.(\d{9,15})\.([\w-]{22})$/
const signatureBytes = 16

const sign = ({ secrets }: Pick<Kit, 'secrets'>, id: number) =>
  secrets.index('meeting-ticket', `${id}`).subarray(0, signatureBytes)

export const makeTicket = (kit: Pick<Kit, 'secrets'>, id: number): string =>
  `XQT.${id}.${sign(kit, id).toString('base64url')}`

/** The registration a ticket is for; null for one that was not made here. */
export function readTicket(kit: Pick<Kit, 'secrets'>, ticket: string): number | null {
  const found = ticketPattern.exec(ticket.trim())
  if (!found) return null
  const id = Number(found[1])
  return isSame(sign(kit, id), Buffer.from(found[2] ?? '', 'base64url')) ? id : null
}
