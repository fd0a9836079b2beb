// The emergency contact that a client has named in a current or coming booking with the calling counsellor.
import { useEffect, useState } from 'react'
import type { OfferedContact } from '../booking/use-contact-access.ts'
import { api } from '../session/api.ts'

/**
 * @param client the chat account of the client; null for the client's own page
 * @returns null without a contact, and until it is known
 */
export function useClientContact(client: string | null): OfferedContact | null {
  const [lookup, setLookup] = useState<{ client: string; contact: OfferedContact | null } | null>(null)
  useEffect(() => {
    if (client === null) return
    void api('GET /call/contact', { accid: client }).then(
      (contact) => setLookup({ client, contact }),
      () => {},
    )
  }, [client])
  return lookup?.client === client ? lookup.contact : null
}
