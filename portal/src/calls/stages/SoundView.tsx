// Plays the sound of the other side. Some browsers wait for a press of the person.
import { useCallback, useEffect, useRef, useState } from 'react'
import { canChooseSpeaker } from '../media/devices.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

/** @param speakerId null for the loudspeaker of the system */
export function SoundView({ stream, speakerId }: { stream: MediaStream | null; speakerId: string | null }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  const play = useCallback(async () => {
    setBlocked(false)
    try {
      await audio.current?.play()
    } catch (error) {
      // any other failure is that of a stream that was replaced
      if (error instanceof Error && error.name === 'NotAllowedError') setBlocked(true)
    }
  }, [])
  useEffect(() => {
    const element = audio.current
    if (!element) return
    if (element.srcObject !== stream) element.srcObject = stream
    const resume = () => void (stream && play())
    resume()
    // browsers pause media of hidden pages
    document.addEventListener('visibilitychange', resume)
    return () => document.removeEventListener('visibilitychange', resume)
  }, [stream, play])
  useEffect(() => {
    // a loudspeaker that is gone is replaced by that of the system
    if (canChooseSpeaker()) void audio.current?.setSinkId(speakerId ?? '').catch(() => audio.current?.setSinkId(''))
  }, [speakerId])
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions */}
      <audio ref={audio} autoPlay />
      {isBlocked && (
        <button type="button" className="call-play" onClick={() => void play()}>
          <Icon name="sound" />
          点击播放声音
        </button>
      )}
    </>
  )
}
