// Rooms of a media server, in which the people of a group call see and hear each other. Two kinds of media servers are
// behind one interface: Janus and LiveKit.

/** `gone`: the room or the seat does not exist (any more). `refused`: the media server did not accept the request. */
export type MediaFaultReason = 'unreachable' | 'gone' | 'full' | 'refused'

/** A failure of the media server. Its message is for the log, and holds neither descriptions nor addresses. */
export class MediaFault extends Error {
  readonly reason: MediaFaultReason
  constructor(reason: MediaFaultReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The place of one load of a page in a room. Rooms and participants are numbers, written as text. */
export type MediaSeat = {
  room: string
  participant: string
  /** Numbers that the adapter needs to find the seat again; opaque for others. */
  memory: string
}

/** How a page reaches the media server: through this server, or directly with a token. */
export type MediaAccess = { kind: 'proxied' } | { kind: 'livekit'; url: string; token: string }

export type MediaRequest =
  /** An offer of sound and picture; `isRestart` for a later one of the same connection. */
  | { kind: 'publish'; sdp: string; isRestart: boolean }
  /** Starts to receive `add`, and stops to receive `drop`. `isFirst`: the first request of the seat. */
  | { kind: 'subscribe'; add: readonly string[]; drop: readonly string[]; isFirst: boolean }
  /** The answer to an offer of `subscribe` or `restart`. */
  | { kind: 'answer'; sdp: string }
  /** Asks for an offer that finds a new path for what the seat receives. */
  | { kind: 'restart' }

/** A line of an offer, by its `mid`, and whose sound or picture it is. */
export type MediaStreamLine = { mid: string; participant: string; kind: 'audio' | 'video' }
/** `sdp`: the answer to `publish`, or an offer; null when nothing is to be negotiated. */
export type MediaReply = { sdp: string | null; streams: MediaStreamLine[] }

/** Each function rejects with a `MediaFault`. */
export type MediaRooms = {
  /** Creates a room. Does nothing for one that exists. */
  create: (room: string) => Promise<void>
  /** @param isMuted true for a person who was muted before a reload of the page */
  join: (room: string, participant: string, isMuted?: boolean) => Promise<{ seat: MediaSeat; access: MediaAccess }>
  /** Passes descriptions of connections between a page and the media server. */
  negotiate: (seat: MediaSeat, request: MediaRequest) => Promise<MediaReply>
  /**
   * Keeps a seat. Without it, the media server ends the seat after a minute.
   * @returns false for a seat that does not exist any more
   */
  keep: (seat: MediaSeat) => Promise<boolean>
  /** A muted participant is heard by no one, whatever its page sends. */
  mute: (seat: MediaSeat, isMuted: boolean) => Promise<void>
  /** Ends a seat. Does nothing for one that is gone. */
  remove: (seat: MediaSeat) => Promise<void>
  /** Ends a room and its seats. Does nothing for one that is gone. */
  close: (room: string) => Promise<void>
  /** Participants in the room; null for one that does not exist. */
  list: (room: string) => Promise<string[] | null>
  /** Closes the connection to the media server. */
  end: () => void
}

/** Maximum number of people in one group call. */
export const maxRoomPeople = 10
