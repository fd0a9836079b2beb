// The messaging layer as a module.
import type { Module } from '../kit/module.ts'
import { dropOldCalls } from './app/signature.ts'
import { deliverAppAlerts, dropOldAppAlerts } from './care/app-alerts.ts'
import { raiseLateAlerts } from './care/pending.ts'
import { readsRefusedTexts } from './care/watch.ts'
import { makeChangeReaders, makeChatHandlers } from './handlers.ts'
import { dropLostConnections } from './operation/connection-store.ts'
import { dropOldLogins, dropStaleDevices } from './device/devices.ts'
import { removeExpired } from './file/upload.ts'
import { dropOldNotices } from './notify/notices.ts'
import { finishFanOuts } from './user/users.ts'

export const chatModule = {
  commands: makeChatHandlers,
  readers: makeChangeReaders,
  readsRefusedTexts,
  jobs: [
    { name: 'late crisis alerts', everySeconds: 30, run: raiseLateAlerts },
    { name: 'crisis alerts of apps', everySeconds: 5, run: deliverAppAlerts },
    { name: 'old alerts of apps', everySeconds: 3600, run: dropOldAppAlerts },
    { name: 'old notices', everySeconds: 3600, run: ({ sql }) => dropOldNotices(sql) },
    { name: 'old server calls', everySeconds: 3600, run: dropOldCalls },
    { name: 'old logins', everySeconds: 3600, run: ({ sql }) => dropOldLogins(sql) },
    { name: 'stale chat devices', everySeconds: 3600, run: ({ sql }) => dropStaleDevices(sql) },
    { name: 'lost chat connections', everySeconds: 60, run: ({ sql }) => dropLostConnections(sql) },
    { name: 'expired chat files', everySeconds: 3600, run: removeExpired },
    { name: 'changed chat profiles', everySeconds: 30, run: finishFanOuts },
  ],
} satisfies Module
