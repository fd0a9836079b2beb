// A room whose media server the page reaches through this site: one connection sends, one receives.
import type { GroupCallJoinReply } from '@xinqiao/contract/http/group-calls.ts'
import { api } from '../../../session/api.ts'
import type { LinkState } from '../../media/link.ts'
import { createPublisher, type MediaSignaling } from './publisher.ts'
import type { MediaRoom, MediaRoomOptions } from './room.ts'
import { createSubscriber } from './subscriber.ts'

export async function openProxiedRoom(
  callId: number,
  { participant, ...ice }: GroupCallJoinReply,
  { tracks, onConnectionChange, onStreams }: MediaRoomOptions,
): Promise<MediaRoom> {
  const seat = { id: callId, participant }
  const negotiation: MediaSignaling = {
    ice,
    renewIce: () => api('POST /groupCall/ice', seat),
    ask: (request) => api('POST /groupCall/media', { ...seat, request }),
  }
  let connectionState: LinkState = 'connecting'
  /** The link is as good as the worse of both connections. */
  function showLinkState(): void {
    const states = [publisher.state(), ...(subscriber.isIdle() ? [] : [subscriber.state()])]
    const order: LinkState[] = ['failed', 'reconnecting', 'connecting', 'connected']
    const next = order.find((state) => states.includes(state)) ?? 'connecting'
    if (next !== connectionState) onConnectionChange((connectionState = next))
  }
  const publisher = createPublisher(negotiation, tracks, showLinkState)
  const subscriber = createSubscriber(negotiation, { onState: showLinkState, onStreams })
  const close = () => {
    publisher.close()
    subscriber.close()
  }
  try {
    await publisher.start()
  } catch (error) {
    close()
    throw error
  }
  return {
    setTrack: publisher.setTrack,
    async receive(participants, peopleCount) {
      await publisher.setLimits(peopleCount)
      await subscriber.update(participants)
      showLinkState()
    },
    isConnected: publisher.isConnected,
    readLevels: subscriber.readLevels,
    readStats: () => Promise.all([publisher.pc.getStats(), subscriber.pc.getStats()]),
    close,
  }
}
