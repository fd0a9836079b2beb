// The camera as a scanner, where the browser can read codes by itself.
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Found = { rawValue: string }
type Detector = { detect: (source: HTMLVideoElement) => Promise<Found[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | null =>
  (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null
const lookEveryMs = 300
const restMs = 2_500

export function Scanner({ onFound }: { onFound: (text: string) => void }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    const Detector = detectorClass()
    if (!isOn || !Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { text: '', at: 0 }
    const look = async () => {
      if (isOver || !video.current) return
      const [found] = await detector.detect(video.current).catch(() => [])
      const now = Date.now()
      // the same code in front of the camera is one ticket, not three a second
      if (found && (found.rawValue !== last.text || now - last.at > restMs)) {
        last = { text: found.rawValue, at: now }
        tell(found.rawValue)
      }
      timer = setTimeout(() => void look(), lookEveryMs)
    }
    const start = async () => {
      try {
        const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        stream = opened
        if (isOver || !video.current) return
        video.current.srcObject = opened
        await video.current.play()
        await look()
      } catch {
        setProblem('无法打开摄像头，请在浏览器中允许使用，或改用扫码枪')
      }
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [isOn])
  if (!detectorClass()) return <p className="hint">此浏览器不能用摄像头扫码，请使用扫码枪或手工输入</p>
  return (
    <>
      <p>
        <Button onClick={() => setOn(!isOn)}>{isOn ? '关闭摄像头' : '用摄像头扫码'}</Button>
      </p>
      {problem && <p className="hint">{problem}</p>}
      {isOn && <video ref={video} className="door-video" muted playsInline aria-label="扫码画面" />}
    </>
  )
}
