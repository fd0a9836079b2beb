// The connection that receives the sound and the pictures of the others from the media server.
import type { GroupMediaReply } from '@xinqiao/contract/http/group-calls.ts'
import type { LinkState } from '../../media/link.ts'
import { waitForCandidates } from './candidates.ts'
import { connectionSettings, type MediaSignaling } from './publisher.ts'
import { createConnectionRepair } from './connection-repair.ts'
import type { RoomStreams } from './room.ts'

type SubscriberOptions = { onState: (state: LinkState) => void; onStreams: (streams: RoomStreams) => void }

export function createSubscriber({ ice, renewIce, ask }: MediaSignaling, { onState, onStreams }: SubscriberOptions) {
  const pc = new RTCPeerConnection(connectionSettings(ice))
  let sources: readonly number[] = []
  let isFirst = true
  const soundReceivers = new Map<number, RTCRtpReceiver>()
  let lastWork = Promise.resolve()
  /** One negotiation after the other; a failed one is repeated by the next report of the page. */
  const inOrder = (work: () => Promise<void>): Promise<void> => (lastWork = lastWork.then(work, work))

  async function answer(sdp: string | null): Promise<void> {
    if (sdp === null) return
    await pc.setRemoteDescription({ type: 'offer', sdp })
    await pc.setLocalDescription()
    await waitForCandidates(pc)
    await ask({ kind: 'answer', sdp: pc.localDescription?.sdp ?? '' })
  }

  /** Assigns the streams to people again, because a media line may now carry another person. */
  function showStreams(lines: GroupMediaReply['streams']): void {
    soundReceivers.clear()
    const streams = new Map<number, { audio: MediaStream | null; video: MediaStream | null }>()
    for (const { mid, participant, kind } of lines) {
      const receiver = pc.getTransceivers().find((transceiver) => transceiver.mid === mid)?.receiver
      if (!receiver) continue
      if (kind === 'audio') soundReceivers.set(participant, receiver)
      const person = streams.get(participant) ?? { audio: null, video: null }
      const stream = new MediaStream([receiver.track])
      streams.set(participant, { ...person, ...(kind === 'audio' ? { audio: stream } : { video: stream }) })
    }
    onStreams(streams)
  }

  async function restart(): Promise<void> {
    pc.setConfiguration(connectionSettings(await renewIce()))
    // the lines stay those of the same people, and Janus does not list them again
    const { sdp } = await ask({ kind: 'restart' })
    await answer(sdp)
  }
  const path = createConnectionRepair(pc, { restart: () => inOrder(restart), onState })

  async function change(add: readonly number[], drop: readonly number[]): Promise<void> {
    const { sdp, streams } = await ask({ kind: 'subscribe', add: [...add], drop: [...drop], isFirst })
    if (isFirst) path.begin()
    isFirst = false
    // an offer without an answer, whose reply was lost, is made again
    const isLost = sdp === null && add.length > 0
    await answer(isLost ? (await ask({ kind: 'restart' })).sdp : sdp)
    showStreams(streams)
    sources = [...sources.filter((participant) => !drop.includes(participant)), ...add]
  }

  async function update(participants: readonly number[]): Promise<void> {
    const add = participants.filter((participant) => !sources.includes(participant))
    const drop = sources.filter((participant) => !participants.includes(participant))
    if (add.length === 0 && (drop.length === 0 || isFirst)) return
    try {
      await change(add, drop)
    } catch (error) {
      if (add.length < 2) throw error
      // adds them one by one, because one of them cannot be received yet
      for (const participant of add) {
        // oxlint-disable-next-line no-await-in-loop -- one negotiation at a time
        await change([participant], []).catch(() => {})
      }
    }
  }
  return {
    ...path,
    pc,
    readLevels: (): ReadonlyMap<number, number> =>
      new Map(
        [...soundReceivers].map(([participant, receiver]) => [
          participant,
          receiver.getSynchronizationSources()[0]?.audioLevel ?? 0,
        ]),
      ),
    /** True while there is nothing to receive yet. */
    isIdle: () => isFirst,
    update: (participants: readonly number[]): Promise<void> => inOrder(() => update(participants)),
  }
}
