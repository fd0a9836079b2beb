// Microphone, camera and shared screen of this page during a call.
import {
  findBrowserFault,
  listDevices,
  openMicrophoneAndCamera,
  openCamera,
  openMicrophone,
  captureScreen,
  toDeviceFault,
  type DeviceChoice,
  type DeviceFault,
  type MediaDeviceList,
} from '../media/devices.ts'
import { readSavedDevices, saveDevices } from '../media/saved-devices.ts'
import type { TrackKind } from '../media/link.ts'
import { createObservableState } from './observable-state.ts'

export type LocalMediaState = {
  audio: MediaStreamTrack | null
  /** The camera or the shared screen. */
  video: MediaStreamTrack | null
  isOpening: boolean
  fault: DeviceFault | null
  cameraFault: DeviceFault | null
  isMuted: boolean
  isSharing: boolean
  /** True when the camera is opened again after the sharing. */
  hadCamera: boolean
  /** True while the picture is paused because of a poor link. */
  isPaused: boolean
  devices: MediaDeviceList
  microphoneId: string | null
  cameraId: string | null
  /** The loudspeaker or headset; null for the one of the system. */
  speakerId: string | null
}

const closedState: LocalMediaState = {
  audio: null,
  video: null,
  isOpening: false,
  fault: null,
  cameraFault: null,
  isMuted: false,
  isSharing: false,
  hadCamera: false,
  isPaused: false,
  devices: { microphones: [], cameras: [], speakers: [] },
  microphoneId: null,
  cameraId: null,
  speakerId: null,
}

/** @param onTrack called for each track that a connection must send from now on */
export function createLocalMedia(onTrack: (kind: TrackKind, track: MediaStreamTrack | null) => void) {
  const state = createObservableState<LocalMediaState>(closedState)
  /** Raised when all devices are closed, so that one that opens late is closed at once. */
  let generation = 0

  function setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    const { audio, video, isMuted } = state.current()
    const before = kind === 'audio' ? audio : video
    if (kind === 'audio' && track) track.enabled = !isMuted
    state.update(kind === 'audio' ? { audio: track } : { video: track })
    onTrack(kind, track)
    if (before !== track) before?.stop()
    // a headset was unplugged, or the browser ended the sharing
    track?.addEventListener('ended', () => void replaceEnded(kind, track))
  }

  async function replaceEnded(kind: TrackKind, track: MediaStreamTrack): Promise<void> {
    const { audio, video, isSharing } = state.current()
    if (kind === 'video') {
      if (video === track) await (isSharing ? stopSharing() : setCamera(false))
      return
    }
    if (audio !== track) return
    const before = generation
    state.update({ microphoneId: null })
    await refresh()
    if (before === generation) await chooseMicrophone(null)
  }

  /** Finds the devices of the last call, whose names the browser tells to pages that may use them. */
  async function recallDevices(): Promise<void> {
    const savedDevices = readSavedDevices()
    const findId = (choices: readonly DeviceChoice[], name: string | null) =>
      choices.find(({ label }) => label === name)?.id ?? null
    await refresh()
    const { microphones, cameras, speakers } = state.current().devices
    state.update({
      microphoneId: findId(microphones, savedDevices.microphone),
      cameraId: findId(cameras, savedDevices.camera),
      speakerId: findId(speakers, savedDevices.speaker),
    })
  }
  const nameOf = (choices: readonly DeviceChoice[], id: string) => choices.find((choice) => choice.id === id)?.label

  const refresh = async () => state.update({ devices: await listDevices().catch(() => closedState.devices) })

  /** Opens the microphone, and the camera where a picture is wanted. Without a camera, the microphone is enough. */
  async function openNow(hasVideo: boolean): Promise<void> {
    if (state.current().audio) return
    const browserFault = findBrowserFault()
    if (browserFault) return state.update({ fault: browserFault })
    const opening = generation
    const isCurrent = (...tracks: MediaStreamTrack[]) => {
      if (opening === generation) return true
      for (const track of tracks) track.stop()
      return false
    }
    state.update({ isOpening: true, fault: null, cameraFault: null })
    await recallDevices()
    const { microphoneId, cameraId } = state.current()
    try {
      const both = hasVideo
        ? await openMicrophoneAndCamera(microphoneId, cameraId).catch((error: unknown) => toDeviceFault(error))
        : null
      if (both === null || typeof both === 'string') {
        const audio = await openMicrophone(microphoneId)
        if (!isCurrent(audio)) return
        setTrack('audio', audio)
        state.update({ cameraFault: both })
      } else {
        if (!isCurrent(both.audio, both.video)) return
        setTrack('audio', both.audio)
        setTrack('video', both.video)
      }
      await refresh()
    } catch (error) {
      state.update({ fault: toDeviceFault(error) })
    } finally {
      state.update({ isOpening: false })
    }
  }

  let pendingOpen: Promise<void> | null = null
  /** Ends once the devices are open, also for those that were being opened already. */
  const open = (hasVideo: boolean): Promise<void> =>
    (pendingOpen ??= openNow(hasVideo).finally(() => (pendingOpen = null)))

  /** @returns null for a device that opened after all were closed; it is stopped */
  async function untilOpen(opening: Promise<MediaStreamTrack>): Promise<MediaStreamTrack | null> {
    const before = generation
    const track = await opening
    if (before === generation) return track
    track.stop()
    return null
  }

  async function setCamera(isOn: boolean): Promise<void> {
    state.update({ isPaused: false, isSharing: false, cameraFault: null })
    if (!isOn) return setTrack('video', null)
    try {
      // a phone opens one camera at a time
      state.current().video?.stop()
      const track = await untilOpen(openCamera(state.current().cameraId))
      if (!track) return
      setTrack('video', track)
      await refresh()
    } catch (error) {
      state.update({ cameraFault: toDeviceFault(error) })
      setTrack('video', null)
    }
  }

  async function chooseMicrophone(id: string | null): Promise<void> {
    try {
      const track = await untilOpen(openMicrophone(id))
      if (!track) return
      setTrack('audio', track)
      state.update({ microphoneId: id, fault: null })
      if (id !== null) saveDevices({ microphone: nameOf(state.current().devices.microphones, id) ?? null })
    } catch (error) {
      // a microphone that works goes on; one that has ended is shown as silent to the other side
      if (state.current().audio?.readyState === 'ended') setTrack('audio', null)
      state.update({ fault: toDeviceFault(error) })
    }
  }

  async function stopSharing(): Promise<void> {
    state.update({ isSharing: false })
    if (state.current().hadCamera) await setCamera(true)
    else setTrack('video', null)
  }

  return {
    state,
    open,
    setCamera,
    chooseMicrophone,
    async chooseCamera(id: string): Promise<void> {
      state.update({ cameraId: id })
      const { video, isSharing, devices } = state.current()
      saveDevices({ camera: nameOf(devices.cameras, id) ?? null })
      if (video && !isSharing) await setCamera(true)
    },
    chooseSpeaker(id: string): void {
      state.update({ speakerId: id })
      saveDevices({ speaker: nameOf(state.current().devices.speakers, id) ?? null })
    },
    setMuted(isMuted: boolean): void {
      const { audio } = state.current()
      if (audio) audio.enabled = !isMuted
      state.update({ isMuted })
    },
    async share(): Promise<void> {
      try {
        const track = await untilOpen(captureScreen())
        if (!track) return
        const hadCamera = state.current().video !== null
        // the other side learns of it together with the track
        state.update({ isSharing: true, hadCamera, isPaused: false })
        setTrack('video', track)
      } catch {
        // the person has closed the choice of a window
      }
    },
    stopSharing,
    /** Turns the picture off for a poor link. */
    pauseCamera(): void {
      setTrack('video', null)
      state.update({ isPaused: true })
    },
    close(): void {
      generation += 1
      const { audio, video } = state.current()
      audio?.stop()
      video?.stop()
      state.update({ ...closedState, devices: state.current().devices })
    },
  }
}
export type LocalMedia = ReturnType<typeof createLocalMedia>

/**
 * True for a person who has turned the camera on, also while a poor link pauses its picture. False for a shared screen:
 * its person sees the camera as off, so that a reload must not open it.
 */
export const isCameraChosen = ({
  video,
  isSharing,
  isPaused,
}: Pick<LocalMediaState, 'video' | 'isSharing' | 'isPaused'>): boolean => !isSharing && (video !== null || isPaused)

/** A preview of the waiting room is not sent in a call by voice; the person can turn the camera on. */
export async function keepVoice(media: LocalMedia, hasVideo: boolean): Promise<void> {
  if (!hasVideo && media.state.current().video) await media.setCamera(false)
}
