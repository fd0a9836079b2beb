// Inputs of guards.test.ts: each command with guards, and texts at the paths of its input.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { ChatCommand } from '../../kit/chat/im-ctx.ts'
import { absentNames, commandInputs } from '../apps/every-command.cases.ts'
import { commandGuards, type CommandGuards } from './guards.ts'

/** Inputs of the commands that name no account. */
const inputsWithoutNames: Partial<Record<ChatCommand, object>> = {
  'user.updateMyInfo': { user: { nick: '小明' } },
  'msgExtend.addCollect': { type: 1, data: '{}' },
  'msgExtend.updateCollect': { collectId: '1', custom: '' },
  'event.publishEvent': { type: 100_000, value: 10_000 },
  'chatroom.login': { chatroomId: '1', deviceId: 'device-1', clientType: 16 },
  'chatroom.sendMsg': { idClient: 'a', content: { type: 0, text: '您好' } },
  'chatroom.getHistory': {},
  'chatroom.updateMyInfo': {},
  'chatroom.getMembersByTag': { tag: '听众' },
  'chatroom.countMembersByTag': { tag: '听众' },
  'chatroom.tempMuteTag': { tag: '听众', duration: 60 },
  'chatroom.updateRoom': { chatroom: {} },
  'chatroom.closeRoom': {},
  'chatroom.updateTags': {},
  'chatroom.queuePoll': {},
  'chatroom.queueDrop': {},
  'chatroom.queueChange': { elementMap: { 第一位: '1号' } },
}

/** Commands that name an account and have texts, and need no consent of the caller. */
export const reasonsForNoConsent: Partial<Record<ChatCommand, string>> = {
  'msg.deleteMsg': 'it follows a message',
  'msg.modifyMsg': 'it follows a message',
  'msgExtend.addStickTopSession': 'a private note',
  'msgExtend.updateStickTopSession': 'a private note',
  'serverSession.updateServerSession': 'a private note',
  'friend.updateFriend': 'a private note',
  'team.updateNickInTeam': 'the account is in the team',
  'team.passTeamApply': 'it answers the account',
  'team.rejectTeamApply': 'it answers the account',
  'team.acceptTeamInvite': 'it answers the account',
  'team.rejectTeamInvite': 'it answers the account',
  'chatroom.markMember': 'the account is in the room',
  'chatroom.kickMember': 'the account is in the room',
  'chatroom.tempMute': 'the account is in the room',
  'chatroom.queueOffer': 'the account is in the room',
  'signalling.create': 'only counsellors call',
  'signalling.invite': 'only counsellors call',
  'signalling.cancel': 'only counsellors call',
  'signalling.reject': 'it answers the account',
  'signalling.accept': 'it answers the account',
  'ai.proxyModelCall': 'the account is a program',
  'ai.regenMessage': 'the account is a program',
  'ai.stopMessage': 'the account is a program',
}

const names = Object.keys(commandGuards) as ChatCommand[]
export const unguardedCommands = names.filter((name) => commandGuards[name] === 'none')
export const guardedCommands = names.filter((name) => commandGuards[name] !== 'none')

export const guardsOf = (name: ChatCommand) => commandGuards[name] as unknown as CommandGuards<ChatCommand>

/** Inputs of a command as a client sends them, which name this account where they name one. */
export function listInputs(name: ChatCommand, account: string): object[] {
  const input = inputsWithoutNames[name]
  return input ? [input] : commandInputs[name]!.map((make) => make({ ...absentNames, account, other: account }))
}

/** The input with a text at a path of the contract, such as `user.nick`, `tags[]` or `elementMap.*`. */
export function withText(input: object, path: string, text: string): object {
  const [step = '', ...rest] = path.split('.')
  const field = step.replace('[]', '')
  const former = (input as Record<string, object | undefined>)[field] ?? {}
  if (rest[0] === '*') return { ...input, [field]: { 第一位: text } }
  if (rest.length > 0) return { ...input, [field]: withText(former, rest.join('.'), text) }
  if (step.endsWith('[]')) return { ...input, [field]: [text] }
  // an expression of tags
  return { ...input, [field]: field === 'notifyTargetTags' ? `{"not":{"tag":"${text}"}}` : text }
}

/** Paths of the texts that this input can have. A message has only the texts of its type. */
export function listTextPaths(name: ChatCommand, input: object): string[] {
  const paths = [...(getCommand(name).command.texts ?? []), ...(guardsOf(name).wordPaths ?? [])]
  return [...new Set(paths)].filter((path) => {
    const [parent = '', field, isDeeper] = path.split('.')
    const value = (input as Record<string, object | undefined>)[parent]
    if (field === undefined) return true
    return value !== undefined && isDeeper === undefined && (parent !== 'content' || field in value)
  })
}
