// The module of features that join the portal and the chat.
import type { Kit } from '../kit/ctx.ts'
import type { Module } from '../kit/module.ts'
import { accountGroupHandlers } from './account-groups/handlers.ts'
import { callHandlers } from './calls/calls.ts'
import { chatHandlers } from './chat/handlers.ts'
import { notifyOfUnreadMessages } from './chat/notices.ts'
import { consentHandlers } from './consents.ts'
import { crisisHandlers, notifyDuty, remindFollowUps } from './crisis/crisis.ts'
import { dataRequestHandlers } from './data-requests/handlers.ts'
import { groupCallHandlers } from './group-calls/handlers.ts'
import { deleteOldGroupCalls, watchEndedCalls, watchGroupCalls } from './group-calls/watch.ts'
import { guideHandlers } from './guide/handlers.ts'
import { deleteOldLectureData, lectureHandlers, updateLectureRooms } from './lectures/lectures.ts'
import {
  askForNewConsents,
  stopApplicationsOfPastGroups,
  eraseEndedGroups,
  peerGroupHandlers,
  notifyOfIneligibleLeaders,
} from './peer-groups/peer-groups.ts'
import { alignRosterGroups } from './roster-groups/follow.ts'
import { askForNameConsents } from './roster-groups/name-consents.ts'
import { rosterGroupHandlers } from './roster-groups/handlers.ts'
import { portalHandlers } from './portal-handlers.ts'

export const bridgeModule = {
  handlers: {
    ...portalHandlers,
    ...consentHandlers,
    ...crisisHandlers,
    ...chatHandlers,
    ...callHandlers,
    ...groupCallHandlers,
    ...peerGroupHandlers,
    ...rosterGroupHandlers,
    ...accountGroupHandlers,
    ...dataRequestHandlers,
    ...guideHandlers,
    ...lectureHandlers,
  },
  jobs: [
    { name: 'duty alerts', everySeconds: 5, run: notifyDuty },
    { name: 'duty follow-ups', everySeconds: 300, run: remindFollowUps },
    { name: 'notices of chat messages', everySeconds: 10, run: notifyOfUnreadMessages },
    { name: 'roster groups', everySeconds: 15, run: (kit: Kit) => alignRosterGroups(kit, ['open']) },
    // removes people who left a list or withdrew a consent from closed groups within a minute
    { name: 'closed roster groups', everySeconds: 45, run: (kit: Kit) => alignRosterGroups(kit, ['closed']) },
    { name: 'leaders of groups', everySeconds: 300, run: notifyOfIneligibleLeaders },
    { name: 'new consents of groups', everySeconds: 3600, run: askForNewConsents },
    { name: 'names in meeting groups', everySeconds: 600, run: askForNameConsents },
    { name: 'last days of groups', everySeconds: 3600, run: stopApplicationsOfPastGroups },
    { name: 'ended groups', everySeconds: 3600, run: eraseEndedGroups },
    { name: 'group calls', everySeconds: 2, run: watchGroupCalls },
    { name: 'rooms of ended group calls', everySeconds: 30, run: watchEndedCalls },
    { name: 'old group calls', everySeconds: 3600, run: deleteOldGroupCalls },
    { name: 'old data of lectures', everySeconds: 3600, run: deleteOldLectureData },
    { name: 'rooms of lectures', everySeconds: 10, run: updateLectureRooms },
  ],
} satisfies Module
