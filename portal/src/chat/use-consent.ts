// Consent before the first message to the other side of a conversation.
import { useEffect, useState } from 'react'
import type { ChatConsent } from '@xinqiao/contract/http/chat/inbox.ts'
import { api } from '../session/api.ts'

/** `unknown` until the page knows whether the other side is a counsellor. Null when no consent is needed. */
export type NeededConsent = ChatConsent | null | 'unknown'

export const needsConsent = ({ isNeeded, isAgreed, isToCounsellor }: ChatConsent): boolean =>
  isNeeded && !isAgreed && isToCounsellor

/**
 * Asks the server about each account once, until the reader has agreed.
 * @param first the consent that the page was rendered with, for the account `firstTo`
 * @param to null where no consent is needed, such as in a group
 */
export function useConsent(
  first: ChatConsent,
  firstTo: string | null,
  to: string | null,
  isOnline: boolean,
): { consent: NeededConsent; onAgreed: () => void } {
  const [isAgreed, setAgreed] = useState(first.isAgreed)
  const [consents, setConsents] = useState<ReadonlyMap<string | null, ChatConsent>>(new Map([[firstTo, first]]))
  const isAskedFor = first.isNeeded && !isAgreed && to !== null
  const knownConsent = consents.get(to)
  const isMissing = isAskedFor && knownConsent === undefined
  /** True after a request that failed, until the next connection asks again. */
  const [hasFailed, setFailed] = useState(false)
  const mustWait = hasFailed && !isOnline
  useEffect(() => {
    if (!isMissing || mustWait || to === null) return
    api('GET /chat/consent', { to }).then(
      (consent) => setConsents((before) => new Map(before).set(to, consent)),
      () => setFailed(true),
    )
  }, [isMissing, mustWait, to])
  const consent = !isAskedFor
    ? null
    : knownConsent === undefined
      ? 'unknown'
      : needsConsent(knownConsent)
        ? knownConsent
        : null
  return { consent, onAgreed: () => setAgreed(true) }
}
