// The video of a lecture, live or from the replay, with the time that counts for the credits below it.
import { type ReactNode, type RefObject } from 'react'
import type { Lecture } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { useBeats } from './use-beats.ts'
import { useStream } from './use-stream.ts'

type PlayerProps = {
  lecture: Lecture
  url: string
  isLive: boolean
  video: RefObject<HTMLVideoElement | null>
  isSignedIn: boolean
}

export function Player({ lecture, url, isLive, video, isSignedIn }: PlayerProps) {
  const watchedTime = useBeats(video, lecture.id, isSignedIn)
  const { state, isBlocked, play } = useStream(video, url, isLive)
  return (
    <div className="grid gap-3 max-lg:contents">
      <VideoBox className="lecture-video">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- live speech has no captions */}
        <video
          ref={video}
          controls
          playsInline
          preload="metadata"
          aria-label={`${lecture.title}的${isLive ? '直播' : '回放'}`}
          className="size-full"
        />
        {(state === 'waiting' || state === 'unplayable') && (
          <output className="absolute inset-0 grid place-items-center bg-night/85 p-6 text-center text-white">
            {state === 'unplayable'
              ? '这个录像现在放不出来，可能是网络不稳，也可能是这个浏览器不支持。正在再试；如果一直放不出来，请换一个浏览器或设备，或告诉协会秘书处。'
              : `${describeMissingVideo(isLive, lecture.phase)}，正在每隔几秒再试一次。`}
          </output>
        )}
        {isBlocked && state === 'ready' && (
          <div className="absolute inset-0 grid place-items-center bg-night/85">
            <Button onClick={play}>继续播放</Button>
          </div>
        )}
      </VideoBox>
      {watchedTime?.isElsewhere && (
        <Notice tone="warm" role="alert">
          另一个页面正在播放别的讲座，同时看两场时都不计时间。
        </Notice>
      )}
      <CreditNote lecture={lecture} isSignedIn={isSignedIn} watched={watchedTime ?? lecture.own} />
    </div>
  )
}

function describeMissingVideo(isLive: boolean, phase: Lecture['phase']): string {
  if (!isLive) return '回放暂时打不开'
  return phase === 'over' ? '讲座到了结束时间，直播可能已经停止' : '直播信号还没有准备好'
}

/** A box with the shape of a video. */
export const VideoBox = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`relative aspect-video w-full shrink-0 overflow-hidden rounded-card bg-night ${className}`}>
    {children}
  </div>
)

type CreditNoteProps = {
  lecture: Lecture
  isSignedIn: boolean
  watched: { minutes: number; isCredited: boolean } | null
}

function CreditNote({ lecture: { credits, neededMinutes }, isSignedIn, watched }: CreditNoteProps) {
  if (credits === 0) return null
  if (!isSignedIn)
    return (
      <Notice>
        登录后观看满{neededMinutes}分钟，记{credits}学分。
      </Notice>
    )
  if (watched?.isCredited) return <Notice>{credits}学分已记入“我的学分与证书”。</Notice>
  return (
    <Notice>
      已观看{watched?.minutes ?? 0}分钟，满{neededMinutes}分钟记{credits}学分。播放时请不要切到别的页面。
    </Notice>
  )
}
