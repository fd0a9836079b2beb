// Generates portal/src/im-docs/reference.json from the published declarations: signatures of methods, types of options
// and callbacks, and the types that they use. Run it after `node im-sdk/build.ts`; a test compares.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type TSPropertySignature } from 'oxc-parser'
import { formatAsTypeScript, toJsonSchema, type JsonSchema } from '@xinqiao/contract/im/json-schema.ts'
import type { PushDefinition, ServiceDefinition } from '@xinqiao/contract/im/command.ts'
import { AiUser } from '@xinqiao/contract/im/robots/ai-model.ts'
import { crisisLevels } from '@xinqiao/contract/crisis.ts'
import { auth, LoginPort } from '@xinqiao/contract/im/accounts/auth.ts'
import { EventSubscription, PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import { RoomInfo, RoomMember, RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { file as fileService } from '@xinqiao/contract/im/files/file.ts'
import { Collect } from '@xinqiao/contract/im/messages/collects.ts'
import { Friend, friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { Broadcast } from '@xinqiao/contract/im/accounts/notify.ts'
import { fileKinds } from '@xinqiao/contract/im/files/file-messages.ts'
import { ImageOperation, Thumbnail } from '@xinqiao/contract/im/files/images.ts'
import { MessageIdentity, MessagePin, QuickComment } from '@xinqiao/contract/im/messages/message-marks.ts'
import { antispamTypes } from '@xinqiao/contract/im/misc.ts'
import { StickTop } from '@xinqiao/contract/im/messages/extend.ts'
import { imServices, type CommandName } from '@xinqiao/contract/im/index.ts'
import { proxyMethods } from '@xinqiao/contract/im/proxy.ts'
import { CallAttachment } from '@xinqiao/contract/im/messages/messages.ts'
import { RobotQuestionParam } from '@xinqiao/contract/im/robots/robot-messages.ts'
import { AnswerSource, RobotMessagePart } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { CallStatus, SignalChannel, SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { Team, TeamMember, TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import { TeamReadAccounts, TeamReadNotice, TeamReadReceipt } from '@xinqiao/contract/im/team/team-receipts.ts'
import { chatGenders, ChatUser } from '@xinqiao/contract/im/accounts/user.ts'
import { logLevels } from './src/log/log.ts'

const schemas = {
  AiUser,
  AnswerSource,
  Broadcast,
  CallAttachment,
  ChatUser,
  Collect,
  Friend,
  Thumbnail,
  RoomInfo,
  RoomMember,
  RoomNotice,
  SignalChannel,
  SignalEvent,
  StickTop,
  Team,
  TeamMember,
  TeamNotice,
  CallStatus,
  EventSubscription,
  LoginPort,
  MessageIdentity,
  MessagePin,
  PublishedEvent,
  QuickComment,
  RobotMessagePart,
  TeamReadAccounts,
  TeamReadNotice,
  TeamReadReceipt,
  LoginReply: auth.commands.login.output,
  RobotQuestionParam: RobotQuestionParam.shape.param,
  StoredFile: fileService.commands.fetchFile.output,
  UploadToken: fileService.commands.getNosToken.output,
}

/** Types of the documentation, each with the only words or numbers that it allows. */
const choices: Record<string, readonly (string | number)[]> = {
  AntispamType: Object.values(antispamTypes),
  CrisisLevel: crisisLevels,
  FileKind: fileKinds,
  FriendRequest: Object.keys(friendRequests),
  Gender: Object.keys(chatGenders),
  LogLevel: logLevels,
  ProxyMethod: proxyMethods,
}

export type ImReference = {
  methods: Record<string, string>
  callbacks: Record<string, string>
  options: Record<string, string>
  sendOptions: Record<string, string>
  /** Events of `nim.on`. */
  events: Record<string, string>
  chatroomMethods: Record<string, string>
  chatroomCallbacks: Record<string, string>
  chatroomOptions: Record<string, string>
  chatroomSendOptions: Record<string, string>
  types: Record<string, string>
}
type SourceSpan = { start: number; end: number }
type MemberNode = SourceSpan & {
  type: string
  key?: { name?: string }
  typeAnnotation?: { typeAnnotation?: SourceSpan } | null
}

const services = Object.entries(imServices) as [string, ServiceDefinition][]
const pushSchemas = new Map<string, PushDefinition['push']>(
  services.flatMap(([service, { pushes }]) =>
    Object.entries(pushes).map(([name, { push }]) => [`${service}.${name}`, push] as const),
  ),
)

/** Writes out the schema that a type names, such as `CommandInput<'chatroom.getMembers'>`. */
function writeSchema(kind: string, name: string): string {
  if (kind === 'CommandInput')
    return formatAsTypeScript(toJsonSchema(getCommand(name as CommandName).command.input, 'input'))
  if (kind === 'CommandOutput')
    return formatAsTypeScript(toJsonSchema(getCommand(name as CommandName).command.output, 'output'))
  return formatAsTypeScript(toJsonSchema(pushSchemas.get(name)!, 'output'))
}

const writeOwnType = (name: string, schema: JsonSchema) => `${name} = ${formatAsTypeScript(schema)}`

/** The type on one line, without the paths of modules, and with `options` in place of destructured ones. */
const tidyDeclaration = (text: string): string =>
  text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/import\('[^']+'\)\./g, '')
    .replaceAll(/\b(CommandInput|CommandOutput|PushData)<['"]([\w.]+)['"]>/g, (_whole, kind: string, name: string) =>
      writeSchema(kind, name),
    )
    .replace(/^(readonly )?(\w+)(: )?\(\{[^{}]*\}(\??: )/, '$2$3(options$4')
    .replaceAll(/ \| undefined(?=[;}\s])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/;? \} & \{ /g, '; ')
    .replaceAll('; }', ' }')
    .replaceAll('{  }', '{}')
    .replaceAll('{ [x: string]: unknown }', 'Record<string, unknown>')
    .replaceAll(/(\w+) \| readonly \1\[\] \| null \| undefined/g, '$1 | $1[] | null')
    .replaceAll('Record<string, never> & ', '')
    .replace(/[;,]$/, '')
    .trim()

/** @param folder `types/im-sdk/src` of the build */
export function readReference(folder: string): ImReference {
  const sources = new Map<string, string>()
  const readDeclaration = (name: string) => {
    const text = sources.get(name) ?? readFileSync(path.join(folder, `${name}.d.ts`), 'utf8')
    sources.set(name, text)
    return text
  }
  const listMembers = (text: string, members: readonly unknown[]) =>
    Object.fromEntries(
      (members as MemberNode[]).flatMap((member) =>
        member.key?.name && member.type !== 'MethodDefinition'
          ? [[member.key.name, tidyDeclaration(text.slice(member.start, member.end))]]
          : [],
      ),
    )
  function readMembers(file: string, wanted: string): Record<string, string> {
    const text = readDeclaration(file)
    let members: Record<string, string> = {}
    new Visitor({
      TSTypeAliasDeclaration({ id, typeAnnotation }) {
        if (id.name !== wanted) return
        const parts = typeAnnotation.type === 'TSIntersectionType' ? typeAnnotation.types : [typeAnnotation]
        for (const part of parts)
          if (part.type === 'TSTypeLiteral') Object.assign(members, listMembers(text, part.members))
      },
      VariableDeclarator({ id }) {
        if (id.type !== 'Identifier' || id.name !== wanted) return
        const annotation = id.typeAnnotation?.typeAnnotation
        const literal = annotation?.type === 'TSFunctionType' ? annotation.returnType?.typeAnnotation : annotation
        if (literal?.type === 'TSTypeLiteral') members = listMembers(text, literal.members)
      },
      TSDeclareFunction({ id, returnType }) {
        const literal = returnType?.typeAnnotation
        if (id?.name !== wanted || literal?.type !== 'TSTypeLiteral') return
        // the group `methods` among what the function returns
        const group = literal.members.find(
          (member) =>
            member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.key.name === 'methods',
        ) as TSPropertySignature | undefined
        const groupType = group?.typeAnnotation?.typeAnnotation
        if (groupType?.type === 'TSTypeLiteral') members = listMembers(text, groupType.members)
      },
      ClassDeclaration({ id, body }) {
        if (id?.name !== wanted) return
        members = Object.fromEntries(
          body.body.flatMap((member) => {
            const isMethod =
              member.type === 'MethodDefinition' && member.kind === 'method' && !member.static && !member.accessibility
            if (!isMethod || member.key.type !== 'Identifier') return []
            return [[member.key.name, tidyDeclaration(text.slice(member.start, member.end))]]
          }),
        )
      },
    }).visit(parseSync(`${file}.d.ts`, text).program)
    return members
  }

  /** Files whose types have the names of others, and appear written out. */
  const innerFiles = new Set(['chatroom/messages', 'chatroom/room-api'])
  const textByName = new Map<string, string>()
  for (const name of globSync('{nim,store,log,chatroom,upload}/**/*.d.ts', { cwd: folder })) {
    const file = name.replace('.d.ts', '')
    if (innerFiles.has(file)) continue
    const text = readDeclaration(file)
    new Visitor({
      TSTypeAliasDeclaration(node) {
        textByName.set(
          node.id.name,
          tidyDeclaration(text.slice(node.start, node.end).replace(/^(export )?(declare )?type /, '')),
        )
      },
    }).visit(parseSync(`${file}.d.ts`, text).program)
  }
  for (const [name, schema] of Object.entries(schemas))
    textByName.set(name, writeOwnType(name, toJsonSchema(schema, 'output')))
  textByName.set('ImageOperationInput', writeOwnType('ImageOperationInput', toJsonSchema(ImageOperation, 'input')))
  for (const [name, values] of Object.entries(choices)) textByName.set(name, writeOwnType(name, { enum: [...values] }))
  const options = {
    ...readMembers('nim/core/options', 'NimOptions'),
    ...readMembers('nim/core/addresses', 'AddressOptions'),
  }
  const methods = {
    ...readMembers('nim/listeners', 'EventEmitter'),
    ...readMembers('nim/nim', 'NIM'),
    ...readMembers('nim/api', 'createApi'),
    ...readMembers('nim/api', 'helpers'),
  }
  const reference = {
    methods,
    callbacks: readMembers('nim/core/options', 'PageCallbacks'),
    options,
    sendOptions: readMembers('nim/core/options', 'SendOptions'),
    events: readMembers('nim/listeners', 'NimEvents'),
    chatroomMethods: {
      ...readMembers('chatroom/chatroom', 'Chatroom'),
      ...readMembers('chatroom/room-api', 'createRoomApi'),
    },
    chatroomCallbacks: readMembers('chatroom/options', 'ChatroomCallbacks'),
    chatroomOptions: readMembers('chatroom/options', 'ChatroomOptions'),
    chatroomSendOptions: readMembers('chatroom/options', 'ChatroomSendOptions'),
  }
  /** Types with a table of their members. */
  const optionTypes = new Set(['NimOptions', 'SendOptions', 'NimEvents', 'ChatroomOptions', 'ChatroomCallbacks'])
  const types: Record<string, string> = {}
  const collectTypes = (text: string) => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const declaration = textByName.get(name)
      if (declaration === undefined || name in types || optionTypes.has(name)) continue
      types[name] = declaration
      collectTypes(declaration)
    }
  }
  for (const part of Object.values(reference)) for (const text of Object.values(part)) collectTypes(text)
  return { ...reference, types: Object.fromEntries(Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

export const referenceFile = path.join(import.meta.dirname, '../portal/src/im-docs/reference.json')
if (import.meta.main) {
  const reference = readReference(path.join(import.meta.dirname, 'build/types/im-sdk/src'))
  writeFileSync(referenceFile, `${JSON.stringify(reference, null, 2)}\n`)
}
