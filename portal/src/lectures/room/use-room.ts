// The room of a lecture in a page.
import { useEffect, useEffectEvent, useState } from 'react'
import type { LectureEvent } from '@xinqiao/contract/lectures.ts'
import { openRoom, type RoomActions } from './room-connection.ts'
import { emptyRoom, type RoomState } from './room-state.ts'

type RoomListeners = {
  onEvent: (event: LectureEvent['event']) => void
  onRole: (isModerator: boolean) => void
}

/** @param chatroomId null while the room is closed */
export function useRoom(
  { chatroomId, canChat, announcement }: { chatroomId: string | null; canChat: boolean; announcement: string },
  listeners: RoomListeners,
): { room: RoomState; actions: RoomActions | null; closeCare: () => void; showName: (name: string) => void } {
  const [room, setRoom] = useState<RoomState>(() => emptyRoom(announcement))
  // staff may change the announcement in the console; the page then reads the lecture again
  const [knownAnnouncement, setKnownAnnouncement] = useState(announcement)
  if (announcement !== knownAnnouncement) {
    setKnownAnnouncement(announcement)
    setRoom((state) => ({ ...state, announcement }))
  }
  const [actions, setActions] = useState<RoomActions | null>(null)
  const onEvent = useEffectEvent(listeners.onEvent)
  const onRole = useEffectEvent(listeners.onRole)
  useEffect(() => {
    if (chatroomId === null) return undefined
    let leave = () => {}
    let isLeft = false
    const events = {
      update: (change: (state: RoomState) => RoomState) => isLeft || setRoom(change),
      onEvent: (event: LectureEvent['event']) => onEvent(event),
      onRole: (isModerator: boolean) => onRole(isModerator),
    }
    openRoom({ chatroomId, canChat }, { ...events, update: (change) => void events.update(change) }).then(
      (opened) => {
        if (isLeft) return opened.leave()
        ;({ leave } = opened)
        return setActions(opened.actions)
      },
      () => setRoom((state) => ({ ...state, link: 'ended', end: '聊天没有加载出来，请刷新页面再试' })),
    )
    return () => {
      isLeft = true
      leave()
      setActions(null)
      setRoom((state) => ({ ...emptyRoom(state.announcement), lines: state.lines }))
    }
  }, [chatroomId, canChat])
  return {
    room,
    actions,
    closeCare: () => setRoom((state) => ({ ...state, careLevel: null })),
    showName: (name) => setRoom((state) => ({ ...state, name })),
  }
}
