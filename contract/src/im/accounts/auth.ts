// Authentication of a connection, and the account's other devices.
import { z } from 'zod'
import { command, definePush, service } from '../command.ts'

/** The name of an account, or an empty text for none. */
export const OptionalAccid = z.string('账号必须是字符串').max(32, '账号不能超过32个字符')
export const Accid = OptionalAccid.min(1, '账号不能为空')
/** messaging.md 3: client types; Web is the default. */
export const clientTypes = { Android: 1, iOS: 2, PC: 4, WindowsPhone: 8, Web: 16, Server: 32, Mac: 64 } as const
/** Connections of an account at a time (docs/decisions/038). */
export const maxOnlineDevices = 10
export const DeviceId = z.string().min(8).max(64)
export const ClientType = z.union(Object.values(clientTypes).map((code) => z.literal(code)))
/** Key of the app that the account belongs to; accounts of the site need none. */
export const AppKeyOfLogin = z.string().max(64).default('')
/** The token of a login, or an empty text for none. */
export const OptionalToken = z.string().max(200)
export const LoginToken = OptionalToken.min(1)

export const LoginPort = z.object({
  type: z.number(),
  deviceId: z.string(),
  connectionId: z.string(),
  ip: z.string(),
  time: z.number(),
  customTag: z.string(),
  customClientType: z.number(),
  /** Name of the operating system, or an empty text when it is unknown. */
  os: z.string(),
})
export type LoginPort = z.output<typeof LoginPort>

const Login = z.object({
  appKey: AppKeyOfLogin,
  account: Accid,
  token: LoginToken,
  deviceId: DeviceId,
  clientType: ClientType,
  customTag: z.string().max(32).default(''),
  customClientType: z.number().int().min(0).default(0),
})

/** Key that signs addresses of files for this login, and its expiry in milliseconds (docs/guides/chat-files.md). */
/** `origin`: of the addresses that the key signs. */
export const FileSigningKey = z.object({ login: z.number(), until: z.number(), key: z.string(), origin: z.string() })
export type FileSigningKey = z.output<typeof FileSigningKey>

export const auth = service(
  2,
  {
    login: command(3, {
      who: 'connected',
      input: Login,
      output: z.object({
        lastLoginDeviceId: z.string(),
        connectionId: z.string(),
        ip: z.string(),
        port: z.number(),
        customTag: z.string(),
        serverTime: z.number(),
        /** Seconds after sending in which the sender may recall or change a message. */
        recallWindowSeconds: z.number(),
        /** The account's other devices. */
        loginPorts: z.array(LoginPort),
        fileKey: FileSigningKey,
      }),
      errors: ['wrongAccountOrToken', 'forbidden', 'accountDisabled', 'foreignOrigin', 'unknownApp', 'appClosed'],
      timeoutMs: 10_000,
    }),
    logout: command(6, { who: 'chat', input: z.object({}), output: z.null() }),
    kick: command(8, {
      who: 'chat',
      input: z.object({ deviceIds: z.array(DeviceId).min(1).max(50) }),
      output: z.object({ deviceIds: z.array(z.string()) }),
    }),
  },
  { multiPortLogin: definePush(7, z.object({ loginPorts: z.array(LoginPort) })) },
)
