// Composes the methods of a `NIM`. A group is a function of the instance's core, or an object of helpers.
import type { NimCore } from './core/core.ts'
import type { WithBareCallbacks } from './define-methods.ts'
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
import { util } from './util.ts'

/** Methods that need no instance. */
const { mergeObjArray, cutObjArray } = util
export const helpers = { parseRobotTemplate, ...fileAddressHelpers, ...listHelpers, mergeObjArray, cutObjArray }

/** Other names that pages of older SDKs call. */
export const otherNames = {
  fetchFile: 'getFile',
  fetchFileList: 'getFileList',
  deleteFile: 'removeFile',
  updatePushNotificationMultiportConfig: 'updateDonnop',
  getPushNotificationMultiportConfig: 'getDonnop',
} as const

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
export type NimMethods = WithBareCallbacks<InstanceApi> & typeof helpers
export type OtherNames = { [Name in keyof typeof otherNames]: NimMethods[(typeof otherNames)[Name]] }
