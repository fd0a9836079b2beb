// The connection that sends the sound and the picture of this page to the media server.
import type { IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import type { GroupMediaReply, GroupMediaRequest } from '@xinqiao/contract/http/group-calls.ts'
import type { LinkState, LinkTracks, TrackKind } from '../../media/link.ts'
import { waitForCandidates } from './candidates.ts'
import { createConnectionRepair } from './connection-repair.ts'
import { chooseVideoEncoding } from './room.ts'

export type MediaSignaling = {
  ice: IceConfiguration
  renewIce: () => Promise<IceConfiguration>
  /** Passes a description to the media server. */
  ask: (request: GroupMediaRequest) => Promise<GroupMediaReply>
}
export const connectionSettings = ({ iceServers, policy }: IceConfiguration): RTCConfiguration => ({
  iceServers,
  iceTransportPolicy: policy,
  bundlePolicy: 'max-bundle',
})

export function createPublisher(
  { ice, renewIce, ask }: MediaSignaling,
  tracks: LinkTracks,
  onState: (state: LinkState) => void,
) {
  const pc = new RTCPeerConnection(connectionSettings(ice))
  const audio = pc.addTransceiver('audio', { direction: 'sendonly' })
  const video = pc.addTransceiver('video', { direction: 'sendonly', sendEncodings: [chooseVideoEncoding(1)] })
  const senders: Record<TrackKind, RTCRtpSender> = { audio: audio.sender, video: video.sender }

  async function publish(isRestart: boolean): Promise<void> {
    await pc.setLocalDescription(await pc.createOffer({ iceRestart: isRestart }))
    await waitForCandidates(pc)
    const { sdp } = await ask({ kind: 'publish', sdp: pc.localDescription?.sdp ?? '', isRestart })
    if (sdp !== null) await pc.setRemoteDescription({ type: 'answer', sdp })
  }
  const path = createConnectionRepair(pc, {
    async restart() {
      pc.setConfiguration(connectionSettings(await renewIce()))
      // an offer without an answer is replaced
      if (pc.signalingState === 'have-local-offer') await pc.setLocalDescription({ type: 'rollback' })
      await publish(pc.remoteDescription !== null)
    },
    onState,
  })
  return {
    ...path,
    pc,
    setTrack: (kind: TrackKind, track: MediaStreamTrack | null) => senders[kind].replaceTrack(track),
    async start(): Promise<void> {
      path.begin()
      await Promise.all([audio.sender.replaceTrack(tracks.audio), video.sender.replaceTrack(tracks.video)])
      await publish(false)
    },
    async setLimits(peopleCount: number): Promise<void> {
      const parameters = video.sender.getParameters()
      const [encoding] = parameters.encodings
      const limits = chooseVideoEncoding(peopleCount)
      if (!encoding || encoding.maxBitrate === limits.maxBitrate) return
      Object.assign(encoding, limits)
      await video.sender.setParameters(parameters)
    },
  }
}
