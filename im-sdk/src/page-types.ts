// Types that the developer documentation names, for pages in TypeScript.
export type { AiUser } from '@xinqiao/contract/im/robots/ai-model.ts'
export type { RoomInfo, RoomMember, RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
export type { StickTop } from '@xinqiao/contract/im/messages/extend.ts'
export type { StoredFile, UploadToken } from '@xinqiao/contract/im/files/file.ts'
export type { Friend } from '@xinqiao/contract/im/accounts/friend.ts'
export type { CallAttachment } from '@xinqiao/contract/im/messages/messages.ts'
export type { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
export type { AnswerSource } from '@xinqiao/contract/im/robots/robot-answers.ts'
export type { SignalChannel, SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
export type { Team, TeamMember, TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
export type { ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
export type { ChatroomResendOptions, ChatroomSendOptions } from './chatroom/options.ts'
export type { ChatroomFileOptions, ChatroomUploadOptions } from './chatroom/send-file.ts'
export type { LogLevel } from './log/log.ts'
export type { Listener } from './nim/listeners.ts'
export type { PrivateConf } from './nim/core/addresses.ts'
export type { MessagesOfSession, RelationChange, WithDone } from './nim/core/options.ts'
export type { HttpRequestProxyOptions, ProxyMethod } from './nim/account/proxy.ts'
export type { DeletionCounts, LocalMessageQuery } from './nim/local/local-messages.ts'
export type { GeoInput } from './nim/messages/messages.ts'
export type { BlurInput, CropInput, Thumbnail, ThumbnailInput, UrlInput } from './nim/messages/picture-addresses.ts'
export type { ModifyParams } from './nim/messages/removal.ts'
export type { ModelCallInput, NumberOrText, ProxyAIModelCallOptions } from './nim/messages/robots.ts'
export type { FileOptions, PreviewFileOptions, SendFileOptions, UploadCallbacks } from './nim/messages/send-file.ts'
export type { NimEvent } from './nim/present/events.ts'
export type { NimAnswerState, NimScene, RobotContent } from './nim/present/messages.ts'
export type { NimRobot, WithInvalid } from './nim/present/people.ts'
export type { NimReferences } from './nim/present/references.ts'
export type { NimDeletedSelf } from './nim/present/removed-messages.ts'
export type { EarlierHistoryMark } from './nim/present/sessions.ts'
export type { NoticeMember, NoticeUser, SuperTeamName } from './nim/present/team-notices.ts'
export type {
  ManagersChange,
  MembersChange,
  MuteChange,
  NimSuperTeamMember,
  NimTeam,
  NimTeamMember,
  OwnerChange,
  SuperTeamMembers,
  TeamMembers,
} from './nim/present/teams.ts'
export type { InTeam, OwnInfo } from './nim/teams/team-changes.ts'
export type { DatabaseStatus } from './store/persistence.ts'
export type { MediaMetadata } from './upload/media.ts'
export type { UploadProgress } from './upload/parts.ts'
export type { UploadSource } from './upload/source.ts'
export type { UploadedFile } from './upload/uploader.ts'
export type { Collect } from '@xinqiao/contract/im/messages/collects.ts'
