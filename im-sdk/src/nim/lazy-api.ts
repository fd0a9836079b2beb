// Lazy methods: their code is loaded with the first call of one of them. They keep the published module small, and
// answer through `done`. They are listed by name, because their code is not there to list them.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { answerCall, findDone } from './core/answer-call.ts'
import { passResult } from './core/done-callback.ts'
import type { NimCore } from './core/core.ts'
import type { createLazyGroups } from './lazy-groups.ts'

type LazyGroups = ReturnType<typeof createLazyGroups>
/** The names of all methods of lazy-groups.ts; one string is smaller than a list of strings. */
export const lazyNames =
  'addQuickComment deleteQuickComment getQuickComments addMsgPin updateMsgPin deleteMsgPin getMsgPins' +
  ' addCollect deleteCollects updateCollect getCollects' +
  ' getThreadMsgs msgFtsInServer msgFtsInServerByTiming searchHistoryMsgs getMsgsByIdServer' +
  ' getServerSessions getServerSession updateServerSession sendTeamMsgReceipt getTeamMsgReads getTeamMsgReadAccounts' +
  ' updateTeam transferTeam removeTeamMembers leaveTeam dismissTeam addTeamManagers removeTeamManagers muteTeamAll' +
  ' updateMuteStateInTeam updateNickInTeam updateInfoInTeam applyTeam passTeamApply rejectTeamApply acceptTeamInvite' +
  ' rejectTeamInvite getMutedTeamMembers addTeamMembersFollow removeTeamMembersFollow' +
  ' getTeamsById getTeamMemberByTeamIdAndAccount getTeamMemberInvitorAccid getMyTeamMembers notifyForNewTeamMsg' +
  ' getLocalTeams getTeamsFromDB getLocalTeamMembers getTeamMembersFromDB deleteLocalTeam' +
  ' getSuperTeam getSuperTeams updateSuperTeam transferSuperTeam leaveSuperTeam updateSuperTeamMute' +
  ' updateSuperTeamMembersMute getMutedSuperTeamMembers getSuperTeamMembersByJoinTime getSuperTeamMembersByAccounts' +
  ' getAllSuperTeamMembers addSuperTeamMembers removeSuperTeamMembers addSuperTeamManagers removeSuperTeamManagers' +
  ' updateNickInSuperTeam updateInfoInSuperTeam applySuperTeam passSuperTeamApply rejectSuperTeamApply' +
  ' acceptSuperTeamInvite rejectSuperTeamInvite getMySuperTeamMembers addSuperTeamMembersFollow' +
  ' removeSuperTeamMembersFollow' +
  ' getNosToken getSimpleNosToken getFile getFileList removeFile getNosOriginUrl getNosAccessToken' +
  ' deleteNosAccessToken audioToText processImage stripImageMeta qualityImage interlaceImage rotateImage blurImage' +
  ' cropImage thumbnailImage getServerTime getConsent acceptConsent updatePushToken appBackground' +
  ' getFriends getFriendsFromDB isMyFriend addFriend applyFriend passFriendApply rejectFriendApply deleteFriend' +
  ' updateFriend'

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
  return Object.fromEntries(lazyNames.split(' ').map((name) => [name, createMethod(name)])) as unknown as LazyGroups
}
