// Composes the lazy methods, which lazy-api.ts loads on the first use of one of them and lists by name.
import { createSignallingApi } from './calls/signalling.ts'
import type { NimCore } from './core/core.ts'
import { createChatroomAddressApi } from './account/chatroom-address.ts'
import { createDeviceApi } from './account/device.ts'
import { createProxyApi } from './account/proxy.ts'
import { createFilesApi } from './messages/files.ts'
import { createLocalChangesApi } from './local/local-changes.ts'
import { createLocalSearchApi } from './local/local-search.ts'
import { createMarksApi } from './messages/marks.ts'
import { createRobotsApi } from './messages/robots.ts'
import { createRemovalApi } from './messages/removal.ts'
import { createServerSearchApi } from './messages/server-search.ts'
import { createReplyThreadsApi } from './messages/threads.ts'
import { createEventsApi } from './people/events.ts'
import { createFriendsApi } from './people/friends.ts'
import { createLocalSysMsgsApi } from './people/local-sysmsgs.ts'
import { createRelationsApi } from './people/relations.ts'
import { createSysMsgsApi } from './people/sysmsgs.ts'
import { createLocalSessionsApi } from './sessions/local-sessions.ts'
import { createRoamingApi } from './sessions/roaming.ts'
import { createServerSessionsApi } from './sessions/server-sessions.ts'
import { createStickTopApi } from './sessions/stick-top.ts'
import { createTeamsApi } from './teams/team-calls.ts'
import { createTeamReceiptsApi } from './teams/receipts.ts'
import { createSuperTeamsApi } from './teams/super-teams.ts'
import { createTeamChangesApi } from './teams/team-changes.ts'
import { createTeamListsApi } from './teams/team-lists.ts'

export { mergeMembers } from './teams/merge-members.ts'

export const createLazyGroups = (core: NimCore) => ({
  ...createSignallingApi(core),
  ...createDeviceApi(core),
  ...createProxyApi(core),
  ...createChatroomAddressApi(core),
  ...createFilesApi(core),
  ...createLocalChangesApi(core),
  ...createLocalSearchApi(core),
  ...createLocalSessionsApi(core),
  ...createLocalSysMsgsApi(core),
  ...createMarksApi(core),
  ...createRemovalApi(core),
  ...createRobotsApi(core),
  ...createServerSearchApi(core),
  ...createReplyThreadsApi(core),
  ...createEventsApi(core),
  ...createFriendsApi(core),
  ...createRelationsApi(core),
  ...createSysMsgsApi(core),
  ...createRoamingApi(core),
  ...createServerSessionsApi(core),
  ...createStickTopApi(core),
  ...createTeamsApi(core),
  ...createTeamReceiptsApi(core),
  ...createSuperTeamsApi(core),
  ...createTeamChangesApi(core),
  ...createTeamListsApi(core),
})
