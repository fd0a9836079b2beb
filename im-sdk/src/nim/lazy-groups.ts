// Composes the lazy methods, which lazy-api.ts loads with the first call of one of them and lists by name.
import type { NimCore } from './core/core.ts'
import { createFilesApi } from './messages/files.ts'
import { createMarksApi } from './messages/marks.ts'
import { createServerSearchApi } from './messages/server-search.ts'
import { createThreadsApi } from './messages/threads.ts'
import { createReceiptsApi } from './teams/receipts.ts'
import { createSuperTeamsApi } from './teams/super-teams.ts'
import { createTeamChangesApi } from './teams/team-changes.ts'
import { createTeamListsApi } from './teams/team-lists.ts'

export const createLazyGroups = (core: NimCore) => ({
  ...createFilesApi(core),
  ...createMarksApi(core),
  ...createServerSearchApi(core),
  ...createThreadsApi(core),
  ...createReceiptsApi(core),
  ...createSuperTeamsApi(core),
  ...createTeamChangesApi(core),
  ...createTeamListsApi(core),
})
