// Plays the sound of the other side. Some browsers wait for a press of the person.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export function SoundView({ stream }: { stream: MediaStream | null }) {
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
