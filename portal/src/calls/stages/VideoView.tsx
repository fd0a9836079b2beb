// Shows the picture of this page or of the other side. SoundView plays the sound.
import { useEffect, useRef } from 'react'

type VideoViewProps = {
  stream: MediaStream | null
  label: string
  className?: string
  isMirrored?: boolean
}

export function VideoView({ stream, label, className = '', isMirrored = false }: VideoViewProps) {
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
    <video ref={video} aria-label={label} className={className} data-mirrored={isMirrored} muted autoPlay playsInline />
  )
}
