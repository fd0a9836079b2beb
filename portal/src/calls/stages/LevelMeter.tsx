// Shows how loud the microphone is, so that a person sees that it works.
import { useEffect, useState } from 'react'
import { watchLevel } from '../media/devices.ts'

export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const [level, setLevel] = useState(0)
  useEffect(() => watchLevel(track, setLevel), [track])
  return (
    <label className="call-level">
      <span>麦克风音量</span>
      <meter min={0} max={1} value={level} />
    </label>
  )
}
