// Choice of microphone, camera and loudspeaker, where there are several.
import type { Call } from '../session/call.ts'
import type { LocalMediaState } from '../session/local-media.ts'

type DeviceSelectsProps = { call: Pick<Call, 'media'>; local: LocalMediaState }

export function DeviceSelects({ call: { media }, local }: DeviceSelectsProps) {
  const { audio, video, isSharing, devices, microphoneId, cameraId, speakerId } = local
  const rows = [
    {
      label: '麦克风',
      options: devices.microphones,
      value: audio?.getSettings().deviceId ?? microphoneId,
      choose: (id: string) => media.chooseMicrophone(id),
    },
    {
      label: '摄像头',
      options: devices.cameras,
      value: isSharing ? cameraId : (video?.getSettings().deviceId ?? cameraId),
      choose: (id: string) => media.chooseCamera(id),
    },
    {
      label: '扬声器',
      options: devices.speakers,
      value: speakerId ?? devices.speakers[0]?.id,
      choose: (id: string) => media.chooseSpeaker(id),
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
