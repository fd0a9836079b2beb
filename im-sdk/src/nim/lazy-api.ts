// Lazy methods: their code is loaded with the first call of one of them. They keep the published module small, and
// answer through `done`.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { answerCall, findDone } from './core/answer-call.ts'
import { passResult } from './core/done-callback.ts'
import type { NimCore } from './core/core.ts'
import type { createLazyGroups } from './lazy-groups.ts'

type LazyGroups = ReturnType<typeof createLazyGroups>
/**
 * The methods of lazy-groups.ts, by name: their code is not loaded yet, so it cannot list them. The compiler compares.
 */
const lazyNames: Record<keyof LazyGroups, true> = {
  addQuickComment: true,
  deleteQuickComment: true,
  getQuickComments: true,
  addMsgPin: true,
  updateMsgPin: true,
  deleteMsgPin: true,
  getMsgPins: true,
  addCollect: true,
  deleteCollects: true,
  updateCollect: true,
  getCollects: true,
  getThreadMsgs: true,
  msgFtsInServer: true,
  msgFtsInServerByTiming: true,
  searchHistoryMsgs: true,
  getMsgsByIdServer: true,
  getServerSessions: true,
  getServerSession: true,
  updateServerSession: true,
  getSessionsWithMoreRoaming: true,
  updateSessionsWithMoreRoaming: true,
  deleteSessionsWithMoreRoaming: true,
  getStickTopSessions: true,
  addStickTopSession: true,
  updateStickTopSession: true,
  deleteStickTopSession: true,
  sendTeamMsgReceipt: true,
  getTeamMsgReads: true,
  getTeamMsgReadAccounts: true,
  updateTeam: true,
  transferTeam: true,
  removeTeamMembers: true,
  leaveTeam: true,
  dismissTeam: true,
  addTeamManagers: true,
  removeTeamManagers: true,
  muteTeamAll: true,
  updateMuteStateInTeam: true,
  updateNickInTeam: true,
  updateInfoInTeam: true,
  applyTeam: true,
  passTeamApply: true,
  rejectTeamApply: true,
  acceptTeamInvite: true,
  rejectTeamInvite: true,
  getMutedTeamMembers: true,
  addTeamMembersFollow: true,
  removeTeamMembersFollow: true,
  getTeamsById: true,
  getTeamMemberByTeamIdAndAccount: true,
  getTeamMemberInvitorAccid: true,
  getMyTeamMembers: true,
  notifyForNewTeamMsg: true,
  getLocalTeams: true,
  getTeamsFromDB: true,
  getLocalTeamMembers: true,
  getTeamMembersFromDB: true,
  deleteLocalTeam: true,
  getSuperTeam: true,
  getSuperTeams: true,
  updateSuperTeam: true,
  transferSuperTeam: true,
  leaveSuperTeam: true,
  updateSuperTeamMute: true,
  updateSuperTeamMembersMute: true,
  getMutedSuperTeamMembers: true,
  getSuperTeamMembersByJoinTime: true,
  getSuperTeamMembersByAccounts: true,
  getAllSuperTeamMembers: true,
  addSuperTeamMembers: true,
  removeSuperTeamMembers: true,
  addSuperTeamManagers: true,
  removeSuperTeamManagers: true,
  updateNickInSuperTeam: true,
  updateInfoInSuperTeam: true,
  applySuperTeam: true,
  passSuperTeamApply: true,
  rejectSuperTeamApply: true,
  acceptSuperTeamInvite: true,
  rejectSuperTeamInvite: true,
  getMySuperTeamMembers: true,
  addSuperTeamMembersFollow: true,
  removeSuperTeamMembersFollow: true,
  getNosToken: true,
  getSimpleNosToken: true,
  getFile: true,
  getFileList: true,
  removeFile: true,
  getNosOriginUrl: true,
  getNosAccessToken: true,
  deleteNosAccessToken: true,
  audioToText: true,
  processImage: true,
  stripImageMeta: true,
  qualityImage: true,
  interlaceImage: true,
  rotateImage: true,
  blurImage: true,
  cropImage: true,
  thumbnailImage: true,
  getServerTime: true,
  getConsent: true,
  acceptConsent: true,
  updatePushToken: true,
  appBackground: true,
  getFriends: true,
  getFriendsFromDB: true,
  isMyFriend: true,
  addFriend: true,
  applyFriend: true,
  passFriendApply: true,
  rejectFriendApply: true,
  deleteFriend: true,
  updateFriend: true,
  httpRequestProxy: true,
  publishEvent: true,
  subscribeEvent: true,
  unSubscribeEventsByAccounts: true,
  unSubscribeEventsByType: true,
  querySubscribeEventsByAccounts: true,
  querySubscribeEventsByType: true,
}

/** A failed download is reported to `done`, and repeated by the next call. */
export function createLazyApi(core: NimCore): LazyGroups {
  async function callLazyMethod(name: string, input: readonly unknown[]): Promise<unknown> {
    const { createLazyGroups } = await import('./lazy-groups.ts').catch(() => {
      throw imFail('offline')
    })
    return answerCall(name, createLazyGroups(core)[name as keyof LazyGroups], input)
  }
  const createMethod =
    (name: string) =>
    (...input: unknown[]): unknown => {
      const done = findDone(input)
      const answer = callLazyMethod(name, input)
      if (!done) return answer
      void passResult(answer, () => {}, done)
      return undefined
    }
  return Object.fromEntries(Object.keys(lazyNames).map((name) => [name, createMethod(name)])) as unknown as LazyGroups
}
