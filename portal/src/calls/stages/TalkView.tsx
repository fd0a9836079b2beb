// A running call: the other side large, this side small, the state of the link, and the buttons.
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatDuration } from '@xinqiao/contract/calls.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { focusIfFree } from '../../chat/calls/call-focus.ts'
import type { Call } from '../session/call.ts'
import type { CallState } from '../session/call-state.ts'
import type { LocalMediaState } from '../session/local-media.ts'
import { countdownMs } from '../session/call-prolonging.ts'
import { describeBlank, describeConnection, peerLeftMessage } from './call-texts.ts'
import { CallControls, Control } from './CallControls.tsx'
import { OwnMediaNotes } from './OwnMediaNotes.tsx'
import { SoundView } from './SoundView.tsx'
import { VideoView } from './VideoView.tsx'

type TalkViewProps = {
  call: Call
  state: CallState
  local: LocalMediaState
  name: string
  isPoor: boolean
  /** The latest message of the other side, above the buttons. */
  message: ReactNode
  /** Help and contacts beside the pictures. */
  children?: ReactNode
}

export function TalkView({ call, state, local, name, isPoor, message, children }: TalkViewProps) {
  const { remote, audio, peerMedia, hasPeerLeft, beginTime, limitTime } = state
  const isPeerSeen = peerMedia.hasVideo && !hasPeerLeft
  const { video } = local
  const ownStream = useMemo(() => (video ? new MediaStream([video]) : null), [video])
  return (
    <section className="call-talk" aria-label={`与${name}的通话`}>
      <header className="call-head">
        {/* takes the focus, because the focused button of the previous stage is gone; the buttons follow */}
        <h2 ref={focusIfFree} tabIndex={-1}>
          {name}
        </h2>
        {beginTime !== null && <Duration since={beginTime} />}
        <output>{hasPeerLeft ? peerLeftMessage : describeConnection(state, isPoor)}</output>
        {peerMedia.isMuted && <span>对方已静音</span>}
        {peerMedia.isSharing && <output className="call-sharing">对方正在共享屏幕</output>}
        {local.isSharing && <output className="call-sharing">您正在共享屏幕，对方看得到</output>}
        {limitTime !== null && <Countdown until={limitTime} />}
      </header>
      <div className="call-screen">
        <VideoView stream={remote} label={`${name}的画面`} className={isPeerSeen ? '' : 'call-unseen'} />
        {!isPeerSeen && (
          <p className="call-blank">
            <Icon name={state.hasVideo ? 'user' : 'phone'} className="size-8" />
            {describeBlank(state)}
          </p>
        )}
        <SoundView stream={audio} speakerId={local.speakerId} />
        {ownStream && (
          <div className="call-own">
            <VideoView stream={ownStream} label="我的画面" isMirrored={!local.isSharing} />
          </div>
        )}
      </div>
      <OwnMediaNotes media={call.media} local={local} />
      {message}
      <CallControls call={call} local={local}>
        <Control icon="hangUp" label="挂断" isEnd onClick={() => void call.hangUp()} />
      </CallControls>
      {children}
    </section>
  )
}

/** The time in milliseconds, which moves on each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Shows the last minutes. Screen readers announce the beginning only. */
export function Countdown({ until }: { until: number }) {
  const left = until - useNow()
  const isLast = left <= countdownMs
  return (
    <>
      <output className="sr-only">{isLast ? '通话时间还剩不到五分钟' : ''}</output>
      {isLast && (
        <span role="timer" className="call-countdown" aria-label="剩余时间">
          还剩 {formatDuration(left / 1000)}
        </span>
      )}
    </>
  )
}

export function Duration({ since }: { since: number }) {
  const now = useNow()
  return (
    <time role="timer" aria-label="通话时长">
      {formatDuration((now - since) / 1000)}
    </time>
  )
}
