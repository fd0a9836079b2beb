// The groups of methods that are loaded with the first call of one of them (late-api.ts).
import type { NimCore } from './core/core.ts'
import { filesApi } from './messages/files.ts'
import { marksApi } from './messages/marks.ts'
import { receiptsApi } from './teams/receipts.ts'
import { superTeamsApi } from './teams/super-teams.ts'
import { teamListsApi } from './teams/team-lists.ts'

export const createLateGroups = (core: NimCore) => ({
  ...filesApi(core),
  ...marksApi(core),
  ...receiptsApi(core),
  ...superTeamsApi(core),
  ...teamListsApi(core),
})
