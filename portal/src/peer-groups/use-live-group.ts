// The group and consent text of an open page, read again with each notice, so that a decision shows at once.
import { useEffect, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { noticeEvent } from '../chat/session/notice-event.ts'
import { api } from '../session/api.ts'

type GroupAndConsent = { group: PeerGroupDetail; consent: LedConsentText | null }

/** Applicants cannot read a dissolved group, and their notice gives the same reason. */
const presentRefusedByEnd = (group: PeerGroupDetail): PeerGroupDetail => ({
  ...group,
  isOpen: false,
  isDissolved: true,
  isInvited: false,
  needsConsent: false,
  own: group.own && { ...group.own, state: 'refused', reason: '小组已解散' },
})

async function readAgain({ group, consent }: GroupAndConsent): Promise<GroupAndConsent> {
  try {
    const fresh = await api('GET /peerGroup/getById', { id: group.id })
    return { group: fresh, consent: fresh.needsConsent ? await api('GET /peerGroup/consentText', {}) : consent }
  } catch (error) {
    const isHidden = error instanceof Failure && error.reason === 'notFound'
    // after another failure, the page stays until the next notice
    return { group: isHidden && group.own?.state === 'waiting' ? presentRefusedByEnd(group) : group, consent }
  }
}

/** Names the decision in the live region, because the part of the page that had the focus is gone. */
function announceDecision(before: PeerGroupDetail, after: PeerGroupDetail): void {
  if (before.own?.state !== 'waiting') return
  if (after.teamId !== null) showToast('您已加入小组')
  else if (after.own?.state === 'refused') showToast('您的申请有结果了')
}

export function useLiveGroup(initial: GroupAndConsent, isSignedIn: boolean): GroupAndConsent {
  const [shown, setShown] = useState(initial)
  useEffect(() => {
    if (!isSignedIn) return undefined
    let newestRead = 0
    const read = async () => {
      newestRead += 1
      const ownRead = newestRead
      const next = await readAgain(shown)
      if (ownRead !== newestRead) return
      announceDecision(shown.group, next.group)
      setShown(next)
    }
    const readNow = () => void read()
    document.addEventListener(noticeEvent, readNow)
    return () => {
      newestRead += 1
      document.removeEventListener(noticeEvent, readNow)
    }
  }, [shown, isSignedIn])
  return shown
}
