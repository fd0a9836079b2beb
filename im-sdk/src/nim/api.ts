// Composes the methods of a `NIM`. A group is a function of the instance's core, or an object of helpers.
import type { NimCore } from './core/core.ts'
import { fileAddressHelpers } from './messages/picture-addresses.ts'
import { listHelpers } from './local/lists.ts'
import { createLocalApi } from './local/local.ts'
import { createLoginApi } from './account/login.ts'
import { createMessagesApi } from './messages/messages.ts'
import { parseRobotTemplate } from './messages/robot-templates.ts'
import { createLexiconApi } from './messages/lexicon.ts'
import { createSendFileApi } from './messages/send-file.ts'
import { createSessionsApi } from './sessions/sessions.ts'
import { createLazyApi } from './lazy-api.ts'
import { createUsersApi } from './people/users.ts'

/** Methods that need no instance. */
export const helpers = { parseRobotTemplate, ...fileAddressHelpers, ...listHelpers }

export const createApi = (core: NimCore) => ({
  ...createLoginApi(core),
  ...createMessagesApi(core),
  ...createSendFileApi(core),
  ...createSessionsApi(core),
  ...createUsersApi(core),
  ...createLocalApi(core),
  ...createLexiconApi(core),
  ...createLazyApi(core),
})
export type InstanceApi = ReturnType<typeof createApi>
export type NimMethods = InstanceApi & typeof helpers
