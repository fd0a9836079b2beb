// Camera and microphone of this browser, and their faults in words.

export type DeviceFault = 'insecure' | 'unsupported' | 'denied' | 'missing' | 'busy'

/** Texts for people: what happened, and what to do next. */
export const deviceFaultMessages: Record<DeviceFault, string> = {
  insecure: '当前网址不是加密的，浏览器不允许使用摄像头和麦克风。请用 https 开头的网址打开。',
  unsupported: '这个应用里的浏览器不能使用摄像头和麦克风。请复制链接，用手机自带的浏览器、Chrome 或 Edge 打开。',
  denied: '没有获得使用权限。请点击地址栏旁的图标，允许使用麦克风和摄像头，然后重试。',
  missing: '没有找到麦克风。请接好耳机或麦克风，然后重试。',
  busy: '麦克风或摄像头打不开，可能正被其他程序使用。请关闭那个程序，或换一个浏览器，然后重试。',
}

/** Texts for a camera without which the call can take place. */
export const cameraFaultMessages: Record<DeviceFault, string> = {
  ...deviceFaultMessages,
  denied: '没有获得使用摄像头的权限，可以先用语音通话。',
  missing: '没有找到摄像头，可以先用语音通话。',
  busy: '摄像头打不开，可能正被其他程序使用，可以先用语音通话。',
}

/** The reason why calls are impossible in this browser, before it is asked for anything. */
export function findBrowserFault(): DeviceFault | null {
  if (!window.isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && 'RTCPeerConnection' in window ? null : 'unsupported'
}

export function toDeviceFault(error: unknown): DeviceFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'busy'
}

const idOf = (deviceId: string | null) => (deviceId === null ? {} : { deviceId: { exact: deviceId } })
const audioOf = (deviceId: string | null): MediaTrackConstraints => ({
  ...idOf(deviceId),
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
})
const videoOf = (deviceId: string | null): MediaTrackConstraints => ({
  ...(deviceId === null ? { facingMode: 'user' } : idOf(deviceId)),
  width: { ideal: 960 },
  height: { ideal: 540 },
  frameRate: { ideal: 24, max: 30 },
})

/** Devices to open, by id; null for any. */
type DeviceIds = { audio?: string | null; video?: string | null }

/** Opens these devices. One that was unplugged since its choice is replaced by another. */
async function openDevices(ids: DeviceIds): Promise<MediaStream> {
  const open = ({ audio, video }: DeviceIds) =>
    navigator.mediaDevices.getUserMedia({
      ...(audio !== undefined && { audio: audioOf(audio) }),
      ...(video !== undefined && { video: videoOf(video) }),
    })
  try {
    return await open(ids)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error
    return open(Object.fromEntries(Object.keys(ids).map((kind) => [kind, null])))
  }
}

/** @throws DOMException, see `toDeviceFault` */
export async function openMicrophone(deviceId: string | null): Promise<MediaStreamTrack> {
  const stream = await openDevices({ audio: deviceId })
  return stream.getAudioTracks()[0]!
}

/** @throws DOMException, see `toDeviceFault` */
export async function openCamera(deviceId: string | null): Promise<MediaStreamTrack> {
  const stream = await openDevices({ video: deviceId })
  return stream.getVideoTracks()[0]!
}

/**
 * Asks once for both, so that the browser shows one question.
 * @throws DOMException when the microphone or the camera is missing, or the browser refuses it
 */
export async function openMicrophoneAndCamera(
  microphoneId: string | null,
  cameraId: string | null,
): Promise<{ audio: MediaStreamTrack; video: MediaStreamTrack }> {
  const stream = await openDevices({ audio: microphoneId, video: cameraId })
  return { audio: stream.getAudioTracks()[0]!, video: stream.getVideoTracks()[0]! }
}

export const canShareScreen = (): boolean => 'getDisplayMedia' in navigator.mediaDevices

/** @throws DOMException when the person closes the choice of a window */
export async function captureScreen(): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
  const track = stream.getVideoTracks()[0]!
  // text must stay readable
  track.contentHint = 'detail'
  return track
}

export type DeviceChoice = { id: string; label: string }
export type MediaDeviceList = { microphones: DeviceChoice[]; cameras: DeviceChoice[]; speakers: DeviceChoice[] }

/** False in browsers that play every sound where the system does. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype

/** Names are known once a device was opened. */
export async function listDevices(): Promise<MediaDeviceList> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const choose = (kind: MediaDeviceKind, name: string): DeviceChoice[] =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId: id, label }, i) => ({ id, label: label || `${name}${i + 1}` }))
  return {
    microphones: choose('audioinput', '麦克风'),
    cameras: choose('videoinput', '摄像头'),
    speakers: canChooseSpeaker() ? choose('audiooutput', '扬声器') : [],
  }
}

/** True when the browser will not ask, because the person has allowed it before. */
export async function hasDevicePermission(hasVideo: boolean): Promise<boolean> {
  try {
    const names = hasVideo ? ['microphone', 'camera'] : ['microphone']
    const states = await Promise.all(
      names.map((name) => navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state)),
    )
    return states.every((state) => state === 'granted')
  } catch {
    // some browsers do not know these names
    return false
  }
}

/**
 * Measures how loud a track is.
 * @param onLevel receives 0 to 1, about ten times a second
 * @returns ends the measuring
 */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    onLevel(Math.min(1, Math.sqrt(power) * 4))
  }, 100)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}
