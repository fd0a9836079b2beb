// The group call of a page, which goes on after a load of the page.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { forgetCall, readSavedCall, saveCall } from '../../chat/calls/saved-call.ts'
import { isCameraChosen, type LocalMediaState } from '../session/local-media.ts'
import { createGroupCall, type GroupCall } from './session/group-call.ts'
import type { GroupCallClientState } from './session/group-state.ts'

type GroupCallPageState = { call: GroupCall; state: GroupCallClientState; local: LocalMediaState; isPoor: boolean }

const keyOf = (callId: number): string => `group-${callId}`

/** @param runningId the call that runs in the group; null without one */
export function useGroupCall(teamId: number, runningId: number | null): GroupCallPageState {
  const call = useMemo(() => createGroupCall(teamId), [teamId])
  const state = useSyncExternalStore(call.state.subscribe, call.state.current, call.state.current)
  const local = useSyncExternalStore(call.media.state.subscribe, call.media.state.current, call.media.state.current)
  const { isPoor } = useSyncExternalStore(call.isPoor.subscribe, call.isPoor.current, call.isPoor.current)

  useEffect(() => {
    const leave = () => call.abandon()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      call.close()
    }
  }, [call])

  // a reload goes on without a question, an opened link asks first
  useEffect(() => {
    const before = runningId === null ? undefined : readSavedCall(keyOf(runningId))
    if (before === undefined) return
    if (before?.isMuted) call.media.setMuted(true)
    async function goOn(hasCamera: boolean): Promise<void> {
      await call.media.open(hasCamera)
      if (call.media.state.current().audio) await call.enter(runningId)
    }
    void goOn(before?.hasCamera ?? true)
  }, [call, runningId])

  const { callId, phase } = state
  const { isMuted } = local
  const hasCamera = isCameraChosen(local)
  useEffect(() => {
    if (callId === null) return
    if (phase === 'talking') saveCall(keyOf(callId), { isMuted, hasCamera })
    // a later load of this tab asks first
    if (phase === 'ended') forgetCall(keyOf(callId))
  }, [callId, phase, isMuted, hasCamera])
  return { call, state, local, isPoor }
}
