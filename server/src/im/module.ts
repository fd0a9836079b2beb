// Module of the server (see modules.ts): the messaging layer.
import { inTransaction, type Kit } from '../kit/ctx.ts'
import type { Job } from '../kit/jobs.ts'
import type { Module } from '../kit/module.ts'
import type { SitePort } from '../kit/site-port.ts'
import { eraseExpiredPairs } from './msg/messages.ts'
import { deleteOldApiCalls } from './apps/calls/signature.ts'
import { noteDroppedCall } from './crisis/protocol/dropped-calls.ts'
import { deliverAppAlerts, dropOldAppAlerts } from './crisis/app-alerts.ts'
import { sendLateLeaderNotices } from './crisis/raise/leader-notices.ts'
import { raiseLateAlerts } from './crisis/raise/pending-texts.ts'
import { readsRefusedTexts } from './crisis/raise/watch.ts'
import { announceEndedCalls } from './commands/call-records.ts'
import { createAnswerWriter } from './commands/robots.ts'
import { createChangeReaders, createChatHandlers } from './handlers.ts'
import { answerUnansweredQuestions } from './unanswered-questions.ts'
import { deleteLostConnections } from './connections/store.ts'
import { deleteOldLogins, deleteStaleDevices } from './device/devices.ts'
import { removeExpired } from './file/upload.ts'
import { claimDroppedCall, selectDroppedCallIds } from './signalling/records/call-store.ts'
import { createBusDelivery, deleteOldCallRecords, endStaleChannels } from './signalling/channels/stale.ts'
import { deleteOldNotices } from './notify/notices.ts'
import { pushToTokens } from './device/token-pushes.ts'
import { roomJobs } from './room/rooms.ts'
import { finishFanOuts } from './user/users.ts'

/** Time in which the client may come back to a lost call, from its end. It ended when the client was last there. */
const droppedMs = 60_000
const forgottenMs = 15 * 60_000

/** Ends calls without an end, raises alarms about lost ones, and writes messages that a dead node did not write. */
async function endAndSettleCalls(kit: Kit): Promise<void> {
  await endStaleChannels(kit)
  for (const id of await selectDroppedCallIds(kit.sql, droppedMs, forgottenMs)) {
    // oxlint-disable-next-line no-await-in-loop -- few calls are lost at once
    await inTransaction(kit, async (scope) => {
      const call = await claimDroppedCall(scope.tx, id)
      if (call && !call.isBack) await noteDroppedCall(scope, call)
    }).catch((error: unknown) => kit.log.error({ err: error }, 'the duty staff were not notified of a lost call'))
  }
  await announceEndedCalls({ ...kit, deliver: await createBusDelivery(kit, kit.sql) })
}

/** Jobs that call functions of the site. */
export const createJobsWithSite = (site: SitePort): Job[] => [
  { name: 'late questions to robots', everySeconds: 15, run: (kit) => answerUnansweredQuestions(kit, site) },
  { name: 'late notices to leaders', everySeconds: 30, run: (kit) => sendLateLeaderNotices(kit, site) },
]

export const chatModule = {
  commands: createChatHandlers,
  readers: createChangeReaders,
  readsRefusedTexts,
  answerWriter: createAnswerWriter,
  jobs: [
    { name: 'late crisis alerts', everySeconds: 30, run: raiseLateAlerts },
    { name: 'crisis alerts of apps', everySeconds: 5, run: deliverAppAlerts },
    { name: 'old alerts of apps', everySeconds: 3600, run: dropOldAppAlerts },
    { name: 'notices to push tokens', everySeconds: 10, run: pushToTokens },
    { name: 'old notices', everySeconds: 3600, run: ({ sql }) => deleteOldNotices(sql) },
    { name: 'old server calls', everySeconds: 3600, run: deleteOldApiCalls },
    { name: 'expired accounts of the playground', everySeconds: 600, run: eraseExpiredPairs },
    ...roomJobs,
    { name: 'old logins', everySeconds: 3600, run: ({ sql }) => deleteOldLogins(sql) },
    { name: 'stale chat devices', everySeconds: 3600, run: ({ sql }) => deleteStaleDevices(sql) },
    { name: 'lost chat connections', everySeconds: 60, run: ({ sql }) => deleteLostConnections(sql) },
    { name: 'stale calls', everySeconds: 4, run: endAndSettleCalls },
    { name: 'old signals of calls', everySeconds: 3600, run: deleteOldCallRecords },
    { name: 'expired chat files', everySeconds: 3600, run: removeExpired },
    { name: 'changed chat profiles', everySeconds: 30, run: finishFanOuts },
  ],
} satisfies Module
