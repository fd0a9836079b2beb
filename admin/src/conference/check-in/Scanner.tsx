// The camera as a ticket scanner.
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasCamera, createCodeReader } from './read-codes.ts'

const scanIntervalMs = 250
const restMs = 2_500

export function Scanner({ onFound }: { onFound: (text: string) => void }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState('')
  const video = useRef<HTMLVideoElement>(null)
  const notifyFound = useEffectEvent(onFound)
  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { text: '', at: 0 }
    const startCamera = async () => {
      setProblem('')
      const cameraStream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = cameraStream
      const readCode = await createCodeReader()
      const scanFrame = async () => {
        if (isOver || !video.current) return
        const code = await readCode(video.current).catch(() => null)
        const now = Date.now()
        // a code that stays in view is read once, not three times a second
        if (code !== null && (code !== last.text || now - last.at > restMs)) notifyFound(code)
        if (code !== null) last = { text: code, at: now }
        timer = setTimeout(() => void scanFrame(), scanIntervalMs)
      }
      if (isOver || !video.current) return stop()
      video.current.srcObject = cameraStream
      await video.current.play()
      return scanFrame()
    }
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    startCamera().catch(() => setProblem('无法打开摄像头，请在浏览器中允许使用，或改用扫码枪'))
    return stop
  }, [isOn])
  if (!hasCamera()) return <p className="hint">此浏览器不能用摄像头扫码，请使用扫码枪或手工输入</p>
  return (
    <>
      <p>
        <Button onClick={() => setOn(!isOn)}>{isOn ? '关闭摄像头' : '用摄像头扫码'}</Button>
      </p>
      {problem && <p className="hint">{problem}</p>}
      {isOn && <video ref={video} className="check-in-video" muted playsInline aria-label="扫码画面" />}
    </>
  )
}
