// The group call of this page: joins, reports every two seconds, and joins again when the media server has lost it.
import { Failure } from '@xinqiao/contract/errors.ts'
import { groupCallLimits } from '@xinqiao/contract/group-calls.ts'
import type { GroupCallJoinReply, GroupCallState } from '@xinqiao/contract/http/group-calls.ts'
import { api } from '../../../session/api.ts'
import type { LinkState } from '../../media/link.ts'
import { createLocalMedia } from '../../session/local-media.ts'
import { createObservableState } from '../../session/observable-state.ts'
import { openProxiedRoom } from '../media/proxied-room.ts'
import type { MediaRoom, MediaRoomOptions } from '../media/room.ts'
import { idleGroupState, type GroupCallClientState, type OwnEnding } from './group-state.ts'
import { createLinkSamples } from './link-samples.ts'

const syncMs = groupCallLimits.syncSeconds * 1000
/** A page that cannot join for this time stops, and its person decides. */
const lostAfterMs = 60_000
const pausesMs = [500, 1_000, 2_000, 3_000, 5_000]
/** Refusals that a repetition does not change. */
const finalReasons: ReadonlySet<string> = new Set(['notFound', 'forbidden', 'callFull', 'tooManyRequests'])

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function openMediaRoom(callId: number, seat: GroupCallJoinReply, options: MediaRoomOptions): Promise<MediaRoom> {
  if (seat.access.kind === 'proxied') return openProxiedRoom(callId, seat, options)
  const { openLiveKitRoom } = await import('../media/livekit-room.ts')
  return openLiveKitRoom(seat, seat.access, options)
}

export function createGroupCall(teamId: number) {
  const state = createObservableState<GroupCallClientState>(idleGroupState)
  const media = createLocalMedia((kind, track) => void room?.setTrack(kind, track).catch(() => {}))
  const samples = createLinkSamples()
  const isPoor = createObservableState({ isPoor: false })
  let room: MediaRoom | null = null
  let participant: number | null = null
  let isJoining = false
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  /** The picture is paused once. A person who turns it on again has decided. */
  let canPause = true

  const isActive = () => ['joining', 'talking'].includes(state.current().phase)

  function closeRoom(): void {
    room?.close()
    room = null
    samples.reset()
  }
  function end(ending: OwnEnding, fault: string | null = null): void {
    if (!isActive()) return
    clearTimeout(syncTimer)
    closeRoom()
    media.close()
    state.update({ phase: 'ended', ending, fault, endTime: Date.now(), people: [], streams: new Map() })
  }

  function receiveConnectionState(connectionState: LinkState): void {
    if (connectionState === 'failed') return void joinAgain()
    state.update({ connectionState })
  }

  async function joinOnce(callId: number): Promise<void> {
    const seat = await api('POST /groupCall/join', { id: callId })
    closeRoom()
    participant = seat.participant
    if (!isActive()) return leaveSeat()
    const { audio, video } = media.state.current()
    const nextRoom = await openMediaRoom(callId, seat, {
      tracks: { audio, video },
      onConnectionChange: (connectionState) => {
        if (participant === seat.participant) receiveConnectionState(connectionState)
      },
      onStreams: (streams) => {
        if (participant === seat.participant) state.update({ streams })
      },
    })
    if (!isActive() || participant !== seat.participant) return nextRoom.close()
    room = nextRoom
    // devices that changed while the room was opened
    const current = media.state.current()
    await Promise.all([nextRoom.setTrack('audio', current.audio), nextRoom.setTrack('video', current.video)])
    state.update({ phase: 'talking' })
  }

  /** A page that was in the call learns from a report why it cannot return, such as the end of the call. */
  async function endRefused(refusal: Failure): Promise<void> {
    const reply = await report().catch(() => null)
    if (reply) receive(reply)
    end('failed', refusal.message)
  }

  /** Repeats the joining until the media server is there. */
  async function join(callId: number): Promise<void> {
    if (isJoining) return
    isJoining = true
    const begin = performance.now()
    for (let attempt = 0; isActive(); attempt += 1) {
      // oxlint-disable no-await-in-loop -- one attempt after the other
      try {
        await joinOnce(callId)
        break
      } catch (error) {
        if (error instanceof Failure && finalReasons.has(error.reason)) await endRefused(error)
        else if (performance.now() - begin > lostAfterMs) end('lost')
        else await wait(pausesMs[Math.min(attempt, pausesMs.length - 1)]!)
      }
      // oxlint-enable no-await-in-loop
    }
    isJoining = false
    if (isActive()) void sync()
  }

  async function joinAgain(): Promise<void> {
    const { callId } = state.current()
    if (callId === null || isJoining || !isActive()) return
    clearTimeout(syncTimer)
    closeRoom()
    state.update({ connectionState: 'reconnecting', streams: new Map() })
    await join(callId)
  }

  async function measure(): Promise<void> {
    const poor = room && samples.add(await room.readStats())
    if (poor === null || poor === undefined) return
    isPoor.update({ isPoor: poor })
    const { video, isSharing } = media.state.current()
    if (!poor || !canPause || video === null || isSharing) return
    canPause = false
    media.pauseCamera()
  }

  function receive(reply: GroupCallState): void {
    const now = Date.now()
    if (reply.state === 'over') return end(reply.ending ?? 'ended')
    if (reply.state === 'removed' || reply.state === 'elsewhere') return end(reply.state)
    if (reply.state === 'lost') return void joinAgain()
    const { people, seconds, secondsLeft } = reply
    const wasMuted = state.current().people.some(({ isSelf, isMuted }) => isSelf && isMuted)
    state.update({ isOffline: false, people, beginTime: now - seconds * 1000, limitTime: now + secondsLeft * 1000 })
    // a person who may speak again turns the microphone on, not the leader
    if (!wasMuted && people.some(({ isSelf, isMuted }) => isSelf && isMuted)) media.setMuted(true)
    const others = people.filter(({ isSelf, isConnected }) => !isSelf && isConnected)
    void room
      ?.receive(
        others.map((person) => person.participant),
        people.length,
      )
      .catch(() => {})
  }

  /** @returns null for a page that never had a seat */
  async function report(): Promise<GroupCallState | null> {
    const { callId } = state.current()
    if (callId === null || participant === null) return null
    const { audio, video, isMuted, isSharing } = media.state.current()
    return api('POST /groupCall/sync', {
      id: callId,
      participant,
      isConnected: room?.isConnected() ?? false,
      isSilent: isMuted || audio === null,
      hasVideo: video !== null,
      isSharing,
      ...samples.drain(),
    })
  }

  async function sync(): Promise<void> {
    const { callId, phase } = state.current()
    if (callId === null || participant === null || phase !== 'talking' || isJoining) return
    clearTimeout(syncTimer)
    await measure().catch(() => {})
    const seatNumber = participant
    try {
      const reply = await report()
      if (reply && seatNumber === participant) receive(reply)
    } catch (error) {
      const isGone = error instanceof Failure && (error.reason === 'notFound' || error.status === 401)
      if (isGone) return end('noMember')
      state.update({ isOffline: true })
    }
    clearTimeout(syncTimer)
    if (isActive()) syncTimer = setTimeout(() => void sync(), syncMs)
  }

  /** Reaches the server also from a page that is being closed. */
  function leaveSeat(): void {
    const { callId } = state.current()
    if (callId === null || participant === null) return
    const body = JSON.stringify({ id: callId, participant })
    const headers = { 'content-type': 'application/json' }
    void fetch('/prod-api/groupCall/leave', { method: 'POST', keepalive: true, headers, body }).catch(() => {})
  }

  return {
    state,
    media,
    isPoor,
    readLevels: (): ReadonlyMap<number, number> => room?.readLevels() ?? new Map(),
    /** @param callId null for a leader who starts the call */
    async enter(callId: number | null): Promise<void> {
      if (isActive()) return
      state.update({ ...idleGroupState, phase: 'joining' })
      try {
        const { id } = callId === null ? await api('POST /groupCall/start', { teamId }) : { id: callId }
        state.update({ callId: id })
        await join(id)
      } catch (error) {
        end('failed', error instanceof Failure ? error.message : null)
      }
    },
    setMuted(isMuted: boolean): void {
      media.setMuted(isMuted)
      void sync()
    },
    leave(): void {
      leaveSeat()
      end('left')
    },
    /** A page that is closed or loaded again. */
    abandon(): void {
      if (isActive()) leaveSeat()
    },
    async endForAll(): Promise<void> {
      const { callId } = state.current()
      if (callId === null) return
      await api('POST /groupCall/end', { id: callId })
      end('ended')
    },
    async muteMember(person: number, isMuted: boolean): Promise<void> {
      const { callId } = state.current()
      if (callId !== null) await api('POST /groupCall/mute', { id: callId, person, isMuted })
      await sync()
    },
    async removeMember(person: number): Promise<void> {
      const { callId } = state.current()
      if (callId !== null) await api('POST /groupCall/remove', { id: callId, person })
      await sync()
    },
    /** Stops the reports of this page, and closes its connections and devices. */
    close(): void {
      clearTimeout(syncTimer)
      closeRoom()
      media.close()
    },
  }
}
export type GroupCall = ReturnType<typeof createGroupCall>
