// Bar of an incoming call above the conversations. Answering leads to the page of calls.
import { useEffect } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { playTones } from '@xinqiao/ui/play-tones.ts'
import { isSoundOn } from '../session/sound.ts'
import { declineRing, useRing } from './rings.ts'
import { saveCall } from './saved-call.ts'

export const describeRing = (name: string, hasVideo: boolean): string =>
  `${name}邀请您${hasVideo ? '视频' : '语音'}通话`

const tonePauseMs = 2_500

/** Repeats a short sound while a call rings. */
export function useRingSound(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return
    const play = () => {
      if (isSoundOn()) playTones()
    }
    play()
    const timer = setInterval(play, tonePauseMs)
    return () => clearInterval(timer)
  }, [isRinging])
}

export function IncomingCall({ chat }: { chat: ChatSession | null }) {
  const ring = useRing()
  useRingSound(ring !== null)
  if (!chat || !ring) return null
  const name = chat.client.store.users.get(ring.from)?.nick ?? '咨询师'
  return (
    <section className="chat-ring" role="alert" aria-label="来电">
      <p>
        <Icon name={ring.hasVideo ? 'video' : 'phone'} />
        {describeRing(name, ring.hasVideo)}
      </p>
      <span>
        <button type="button" className="chat-ring-decline" onClick={() => void declineRing(chat, ring)}>
          拒绝
        </button>
        <a
          className="chat-ring-answer"
          href={withQuery(routes.call, { channel: ring.channelId })}
          onClick={() => saveCall(ring.channelId, null)}
        >
          接听
        </a>
      </span>
    </section>
  )
}
