// Choice of microphone and camera, where there are several.
import type { Call } from '../session/call.ts'
import type { LocalMediaState } from '../session/local-media.ts'

type DeviceSelectsProps = { call: Pick<Call, 'media'>; local: LocalMediaState }

export function DeviceSelects({ call: { media }, local }: DeviceSelectsProps) {
  const { audio, video, devices, microphoneId, cameraId } = local
  const rows = [
    {
      label: '麦克风',
      options: devices.microphones,
      value: microphoneId ?? audio?.getSettings().deviceId,
      choose: (id: string) => media.chooseMicrophone(id),
    },
    {
      label: '摄像头',
      options: video ? devices.cameras : [],
      value: cameraId ?? video?.getSettings().deviceId,
      choose: (id: string) => media.chooseCamera(id),
    },
  ]
  return rows
    .filter(({ options }) => options.length > 1)
    .map(({ label, options, value, choose }) => (
      <label key={label} className="call-choice">
        {label}
        <select value={value ?? ''} onChange={({ target }) => void choose(target.value)}>
          {options.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    ))
}
