// Bar of an incoming or running call above the conversations. Answering leads to the page of calls.
import { useEffect, useRef } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { findState } from '@xinqiao/im-sdk/sync/merge/changes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showRingInTitle } from '../session/alerts.ts'
import { focusIfFree, offerRingLink } from './call-focus.ts'
import { RingNote } from './RingNote.tsx'
import { startRingTones } from './ring-tones.ts'
import { declineRing, useOtherRingers, useRing, useRunningCall, type Ring } from './rings.ts'
import { saveCall } from './saved-call.ts'
import { usePressGuard } from './use-press-guard.ts'

export const describeRing = (name: string, hasVideo: boolean): string =>
  `${name}邀请您${hasVideo ? '视频' : '语音'}通话`

type CallAnswer = { label: string; hasCamera: boolean }

/** The ways to answer a call. A video call may be answered without a picture. */
export const answersOf = ({ hasVideo }: Pick<Ring, 'hasVideo'>): readonly CallAnswer[] =>
  hasVideo
    ? [
        { label: '语音接听', hasCamera: false },
        { label: '视频接听（打开摄像头）', hasCamera: true },
      ]
    : [{ label: '接听', hasCamera: false }]

const hasMuted = (chat: ChatSession, account: string): boolean =>
  findState(chat.client.store, 'relation', account)?.isMuted === true

/** Repeats a short sound while a call rings. A counsellor whom the person has muted rings without sound. */
export function useRingSound(chat: ChatSession | null, ring: Ring | null): void {
  const isRinging = chat !== null && ring !== null && !hasMuted(chat, ring.from)
  useEffect(() => {
    if (isRinging) return startRingTones()
  }, [isRinging])
}

/** Names the callers beside the newest one. */
const describeOthers = (chat: ChatSession, accounts: string): string =>
  accounts === ''
    ? ''
    : `（还有${accounts
        .split(' ')
        .map((account) => chat.nameAccount(account) || '咨询师')
        .join('、')}在呼叫）`

export function OtherRingers({ chat }: { chat: ChatSession }) {
  const accounts = useOtherRingers()
  return describeOthers(chat, accounts)
}

export function IncomingCall({ chat }: { chat: ChatSession | null }) {
  const ring = useRing()
  const runningId = useRunningCall()
  const isMeant = usePressGuard(ring?.channelId ?? null)
  useRingSound(chat, ring)
  const text = chat && ring && describeRing(chat.nameAccount(ring.from) || '咨询师', ring.hasVideo)
  useEffect(() => {
    showRingInTitle(text)
    return () => showRingInTitle(null)
  }, [text])
  const bar = useRef<HTMLElement>(null)
  const channelId = chat && (ring?.channelId ?? null)
  useEffect(() => {
    const element = bar.current
    if (channelId === null || !element) return
    focusIfFree(element)
    return offerRingLink(element)
  }, [channelId])
  if (!chat) return null
  if (!ring) return runningId && <RunningCall channelId={runningId} />
  return (
    <section id="ring" ref={bar} tabIndex={-1} className="chat-ring" role="alert" aria-label="来电">
      <p>
        <Icon name={ring.hasVideo ? 'video' : 'phone'} />
        {text}
        <OtherRingers chat={chat} />
      </p>
      <RingNote />
      <span>
        <button type="button" className="chat-ring-decline" onClick={() => void (isMeant() && declineRing(chat, ring))}>
          拒绝
        </button>
        {answersOf(ring).map(({ label, hasCamera }) => (
          <a
            key={label}
            className="chat-ring-answer"
            href={withQuery(routes.call, { channel: ring.channelId })}
            onClick={(event) => {
              if (isMeant()) saveCall(ring.channelId, { isMuted: false, hasCamera })
              else event.preventDefault()
            }}
          >
            {label}
          </a>
        ))}
      </span>
    </section>
  )
}

/** The way back to a call that goes on. */
export const RunningCall = ({ channelId }: { channelId: string }) => (
  <section className="chat-ring" aria-label="进行中的通话">
    <p>
      <Icon name="phone" />
      您有一个通话正在进行。
    </p>
    <span>
      <a className="chat-ring-answer" href={withQuery(routes.call, { channel: channelId })}>
        回到通话
      </a>
    </span>
  </section>
)
