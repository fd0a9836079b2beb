// Shows a stream of this page or of the other side.
import { useEffect, useRef } from 'react'

type VideoViewProps = {
  stream: MediaStream | null
  label: string
  className?: string
  /** True for this page's picture: mirrored, without sound. */
  isOwn?: boolean
  isMirrored?: boolean
}

export function VideoView({ stream, label, className = '', isOwn = false, isMirrored = false }: VideoViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    if (element.srcObject !== stream) element.srcObject = stream
    const play = () => void element.play().catch(() => {})
    play()
    // browsers pause media of hidden pages
    document.addEventListener('visibilitychange', play)
    return () => document.removeEventListener('visibilitychange', play)
  }, [stream])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions
    <video
      ref={video}
      aria-label={label}
      className={className}
      data-mirrored={isMirrored}
      muted={isOwn}
      autoPlay
      playsInline
    />
  )
}
