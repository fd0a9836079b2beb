// Words of calls on screens.
import type { LinkState } from '../media/link.ts'
import type { CallEnding, CallState } from '../session/call-state.ts'

const endingMessages: Record<CallEnding, string> = {
  hungUp: '通话已结束',
  peerHungUp: '对方已挂断',
  refused: '对方现在不方便接听',
  busy: '对方正在另一个通话中',
  unanswered: '对方没有接听',
  cancelled: '呼叫已取消',
  lost: '网络中断，通话已结束',
  peerGone: '对方已取消或离开，通话没有接通',
  elsewhere: '通话已转到您的另一台设备',
  over: '通话已结束',
  missed: '来电已结束',
  timeUp: '时间到了，通话已结束',
  failed: '通话没有接通',
}
export const describeEnding = (ending: CallEnding): string => endingMessages[ending]

const connectionMessages: Record<LinkState, string> = {
  connecting: '正在接通…',
  connected: '',
  reconnecting: '网络不稳，正在重新连接…',
  failed: '连接已断开',
}

/** Shown to an account that is not in the call of the address, and where there is none. */
export const missingCallMessage = '没有找到这个通话，可能已经结束'

export const peerLeftMessage = '对方离开了通话页面'

/** Endings by which a client in danger avoids the call. The server does not notify the duty staff of them. */
const avoidances: Partial<Record<CallEnding, string>> = {
  peerHungUp: '来访者挂断了通话。',
  refused: '来访者拒绝了通话。',
  unanswered: '来访者没有接听。',
}

type RiskState = {
  /** True for a client with an open crisis alert. */
  isAtRisk: boolean
  /** When this counsellor called the duty staff for it, such as 22:51; null without a call. */
  dutyCallTime: string | null
}

const adviceOnDuty = (dutyCallTime: string | null): string =>
  dutyCallTime === null
    ? '担心对方的安全，请现在呼叫值班人员。'
    : `您在${dutyCallTime}呼叫过值班人员；情况更紧急时，请再次呼叫。`

/** @param dropTime when the duty staff were notified that the client did not come back */
export const describeDrop = (dropTime: string, dutyCallTime: string | null): string =>
  `来访者掉线后一分钟没有回来，已在${dropTime}自动通知值班人员。${adviceOnDuty(dutyCallTime)}`

/**
 * The reason why a counsellor may want to call the duty staff after a call, for the counsellor.
 * @returns null without a reason
 */
export function describeConcern(
  { ending, hasPeerLeft }: Pick<CallState, 'ending' | 'hasPeerLeft'>,
  { isAtRisk, dutyCallTime }: RiskState,
): string | null {
  const advice = adviceOnDuty(dutyCallTime)
  if (ending === 'lost') {
    const loss = hasPeerLeft ? '来访者离开了通话页面，没有回来。' : '来访者掉线了。'
    const alert = isAtRisk ? '对方有未结束的危机提醒' : '对方若有未结束的危机提醒'
    return `${loss}${alert}，一分钟内没有回来时，会自动通知值班人员。${advice}`
  }
  const avoidance = isAtRisk && ending !== null && avoidances[ending]
  return avoidance ? `${avoidance}对方有未结束的危机提醒。${advice}` : null
}

/** Words in place of the picture of the other side. */
export function describeBlank({
  hasPeerLeft,
  hasConnected,
  hasVideo,
}: Pick<CallState, 'hasPeerLeft' | 'hasConnected' | 'hasVideo'>): string {
  if (hasPeerLeft) return '正在等对方回来…'
  // the status above says 正在接通…
  if (!hasConnected) return ''
  return hasVideo ? '对方没有打开摄像头' : '语音通话'
}

/** The state of the link in words, beside the duration. */
export function describeConnection(
  { connectionState, isOffline }: Pick<CallState, 'connectionState' | 'isOffline'>,
  isPoor: boolean,
): string {
  if (connectionState !== 'connected') return connectionMessages[connectionState]
  if (isPoor) return '网络较差'
  return isOffline ? '与服务器断开，通话不受影响' : '线路良好'
}
