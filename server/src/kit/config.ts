// The environment, read once. A wrong value stops the start with a message that names the variable.
import { isIP } from 'node:net'
import path from 'node:path'
import { onlineProviders, type OnlineProvider } from '@xinqiao/contract/orders.ts'
import { z } from 'zod'
import { roleIds } from '@xinqiao/contract/roles.ts'
import { parseDatabaseUrl } from './database-address.ts'
import { isOrigin, StreamOrigins } from './network/origins.ts'
import { isLoopbackHost } from './network/network-address.ts'
import { findSfuFault, SfuKey, SfuSecret, SfuUrl } from './media-rooms/settings.ts'
import { findRelayFault, RelaySecret, RelayUrls, StunUrls } from './relay-settings.ts'
import { Upstreams } from './network/upstreams.ts'

const isStorage = (url: URL) => url.username !== '' && url.password !== '' && /^\/[^/]+\/?$/.test(url.pathname)
const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  const maxBits = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= maxBits))
}

const flagSchema = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
function checkDatabaseUrl(value: string, context: z.RefinementCtx): void {
  try {
    parseDatabaseUrl(value)
  } catch (error) {
    context.addIssue((error as Error).message)
  }
}
/** True for a value that proxy-addr accepts: the name of a range, an address, a network. */
const isProxy = (part: string) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isNetwork(part)
const isRoleNumber = (part: string) => roleIds.some((id) => `${id}` === part.trim())
const splitList = (text: string): string[] => text.split(',').flatMap((item) => item.trim() || [])
const isOneOf = (names: readonly string[]) => (name: string) => names.includes(name)
const isPayProviderList = (names: readonly string[]) =>
  names.join() === 'simulator' || (names.length > 0 && names.every(isOneOf(onlineProviders)))
const countSchema = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback)

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, '应只含协议、域名与端口，如 https://example.cn')
    .optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().superRefine(checkDatabaseUrl).optional(),
  DATABASE_POOL: countSchema(10, 1),
  BUS_URL: z.url({ protocol: /^rediss?(-sentinel|-cluster)?$/ }).optional(),
  STORAGE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((value) => isStorage(new URL(value)), '应形如 https://KEY:SECRET@endpoint/bucket?region=…')
    .optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  SMS_PROVIDER: z.enum(['outbox', 'aliyun', 'tencent']).default('outbox'),
  SMS_DAILY_LIMIT: countSchema(2000),
  SMS_SIGN_NAME: z.string().default('心桥'),
  SMS_TEMPLATE_REGISTER: z.string().default(''),
  SMS_TEMPLATE_RESET: z.string().default(''),
  SMS_TEMPLATE_NOTICE: z.string().default(''),
  SMS_TEMPLATE_DUTY: z.string().default(''),
  ALIYUN_ACCESS_KEY_ID: z.string().default(''),
  ALIYUN_ACCESS_KEY_SECRET: z.string().default(''),
  ALIYUN_SMS_ENDPOINT: z.string().default('dysmsapi.aliyuncs.com'),
  TENCENT_SECRET_ID: z.string().default(''),
  TENCENT_SECRET_KEY: z.string().default(''),
  TENCENT_SMS_APP_ID: z.string().default(''),
  TENCENT_SMS_REGION: z.string().default('ap-guangzhou'),
  TENCENT_SMS_ENDPOINT: z.string().default('sms.tencentcloudapi.com'),
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('心桥 <notice@localhost>'),
  PUSH_SERVICES: z
    .string()
    .default(
      'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    )
    .transform(splitList),
  SMS_PROTOCOL: z.enum(['https', 'http']).default('https'),
  PAY_PROVIDER: z
    .string()
    .default('simulator')
    .transform(splitList)
    .refine(isPayProviderList, `应为 simulator，或以逗号分隔的 ${onlineProviders.join('、')}`),
  WECHAT_PAY_APP_ID: z.string().default(''),
  WECHAT_PAY_MCH_ID: z.string().default(''),
  WECHAT_PAY_MCH_SERIAL: z.string().default(''),
  WECHAT_PAY_MCH_KEY_FILE: z.string().default(''),
  WECHAT_PAY_API_KEY: z.string().default(''),
  WECHAT_PAY_PUBLIC_KEY_ID: z.string().default(''),
  WECHAT_PAY_PUBLIC_KEY_FILE: z.string().default(''),
  WECHAT_PAY_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.mch.weixin.qq.com/'),
  WECHAT_APP_SECRET: z.string().default(''),
  ALIPAY_APP_ID: z.string().default(''),
  ALIPAY_APP_KEY_FILE: z.string().default(''),
  ALIPAY_PUBLIC_KEY_FILE: z.string().default(''),
  ALIPAY_APP_CERT_FILE: z.string().default(''),
  ALIPAY_ROOT_CERT_FILE: z.string().default(''),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^(2088\d{12})?$/, '应为2088开头的16位数字')
    .default(''),
  ALIPAY_GATEWAY: z.url({ protocol: /^https?$/ }).default('https://openapi.alipay.com/gateway.do'),
  ALIPAY_DESKTOP: z.enum(['qr', 'page']).default('qr'),
  BANK_ACCOUNT: z.string().max(300).default(''),
  IM_LINKS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.url({ protocol: /^https?$/ })).max(10)),
  IM_FILE_MAX_MB: countSchema(100, 1),
  IM_FILE_DAILY_MB: countSchema(1000, 1),
  ANTIVIRUS_URL: z.url({ protocol: /^tcp$/ }).optional(),
  ASR_URL: z.url({ protocol: /^https?$/ }).optional(),
  ASR_KEY: z.string().min(1).max(500).optional(),
  FFMPEG: z.string().min(1).max(500).optional(),
  ASR_MODEL: z.string().min(1).max(100).default('whisper-1'),
  AI_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_KEY: z.string().min(1).max(500).optional(),
  AI_MODEL: z.string().min(1).max(100).default('default'),
  /** Numbers of the apps whose robots the model answers for. */
  AI_APPS: z
    .string()
    .regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, '应为以逗号分隔的应用编号，如 3,7')
    .default('')
    .transform((list) => new Set(list.split(',').filter(Boolean).map(Number))),
  SECRET_KEY: z.string().min(32).optional(),
  ALLOW_STANDINS: flagSchema,
  SECOND_FACTOR: z.enum(['offered', 'required']).optional(),
  SECOND_FACTOR_ROLES: z
    .string()
    .default('1,3,4,5,7')
    .refine((value) => value.split(',').every(isRoleNumber), '应为以逗号分隔的角色编号，如 1,3,4,5,7')
    .transform((value) => value.split(',').map(Number)),
  PAGE_CACHE: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  RATE_LIMIT: countSchema(1200, 1),
  RATE_LIMIT_LOOPBACK: flagSchema,
  /** Time to recall or edit a message (messaging.md 9), which clients receive at login. */
  RECALL_OR_EDIT_SECONDS: countSchema(120, 1),
  CHAT_PROXY_UPSTREAMS: Upstreams,
  TURN_URLS: RelayUrls,
  TURN_SECRET: RelaySecret,
  STUN_URLS: StunUrls,
  SFU_URL: SfuUrl,
  SFU_KEY: SfuKey,
  SFU_SECRET: SfuSecret,
  STREAM_ORIGINS: StreamOrigins,
  JOB_SPEED: countSchema(1, 1),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .refine((value) => value.split(',').every(isProxy), '应为以逗号分隔的 IP 地址、网段（如 10.0.0.0/8）或 loopback'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})
type Environment = z.infer<typeof Environment>

const requiredOfCarrier = {
  outbox: [],
  aliyun: ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'SMS_TEMPLATE_REGISTER', 'SMS_TEMPLATE_RESET'],
  tencent: [
    'TENCENT_SECRET_ID',
    'TENCENT_SECRET_KEY',
    'TENCENT_SMS_APP_ID',
    'SMS_TEMPLATE_REGISTER',
    'SMS_TEMPLATE_RESET',
  ],
} as const satisfies Record<Environment['SMS_PROVIDER'], readonly (keyof Environment)[]>

/** The settings that a payment provider needs (kit/pay/create-providers.ts). */
const requiredOfPayProvider: Record<OnlineProvider, readonly (keyof Environment)[]> = {
  wechat: [
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_MCH_ID',
    'WECHAT_PAY_MCH_SERIAL',
    'WECHAT_PAY_MCH_KEY_FILE',
    'WECHAT_PAY_API_KEY',
  ],
  alipay: ['ALIPAY_APP_ID', 'ALIPAY_APP_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE'],
}

/** All variables. A test compares them with `.env.example`. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

export type Config = Environment & {
  isProduction: boolean
  /** Absolute path of the data folder. */
  dataDir: string
  /** Public address of the site, without a trailing slash. */
  publicUrl: string
  /** True when other machines can reach PUBLIC_URL, HOST or one of IM_LINKS. */
  isExposed: boolean
  /** True for an exposed site with stand-ins (ALLOW_STANDINS=1); every page then shows a banner. */
  isTrial: boolean
  /** Time for which /readyz refuses before the sockets close. */
  drainMs: number
  /** Online payment providers that are on; empty while the simulator is the provider. */
  payProviders: readonly OnlineProvider[]
  /** Roles that must have a second factor; empty if it is optional for all. */
  factorRoles: readonly number[]
}

/** `PAY_PROVIDER=wechat` with ALIPAY_APP_ID means both, as it did before the variable was a list. */
function listPayProviders({ PAY_PROVIDER, ALIPAY_APP_ID }: Environment): OnlineProvider[] {
  const isOldValue = PAY_PROVIDER.join() === 'wechat' && ALIPAY_APP_ID !== ''
  return onlineProviders.filter((name) => PAY_PROVIDER.includes(name) || isOldValue)
}

type StandIn = { name: keyof Environment; value: string; advice: string; isUsed: (values: Environment) => boolean }
const standIns: readonly StandIn[] = [
  {
    name: 'SMS_PROVIDER',
    value: 'outbox',
    advice: '不会真的发送短信；请设为 aliyun 或 tencent',
    isUsed: (values) => values.SMS_PROVIDER === 'outbox',
  },
  {
    name: 'PAY_PROVIDER',
    value: 'simulator',
    advice: `不会真的收款；请列出 ${onlineProviders.join('、')} 中的收款方式，以逗号分隔`,
    isUsed: (values) => values.PAY_PROVIDER.includes('simulator'),
  },
  {
    name: 'SEED',
    value: 'demo',
    advice: '演示账号的密码人人知道；请设为 none',
    isUsed: (values) => values.SEED === 'demo',
  },
]

/**
 * operate.md: stand-ins run only while PUBLIC_URL and HOST are loopback, unless ALLOW_STANDINS=1.
 * @throws Error whose message names the variable
 */
function refuseStandIns(values: Environment): void {
  for (const { name, value, advice, isUsed } of standIns) {
    if (!isUsed(values)) continue
    throw new Error(
      `环境变量 ${name} 为 ${value}，${advice}。PUBLIC_URL、HOST 或 IM_LINKS 不是本机地址时不能这样启动，除非以 ALLOW_STANDINS=1 明确允许试用`,
    )
  }
}

/**
 * @throws Error whose message names the variable and what is wrong with it
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(nonEmpty)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `环境变量 ${issue.path.join('.')} 的值不正确：${issue.message}`)
    throw new Error(lines.join('\n'))
  }
  const values = parsed.data
  for (const name of requiredOfCarrier[values.SMS_PROVIDER]) {
    if (values[name] === '') throw new Error(`环境变量 ${name} 未设置，SMS_PROVIDER=${values.SMS_PROVIDER} 需要它`)
  }
  const payProviders = listPayProviders(values)
  for (const provider of payProviders) {
    const missing = requiredOfPayProvider[provider].find((name) => values[name] === '')
    if (missing) throw new Error(`环境变量 ${missing} 未设置，PAY_PROVIDER 中的 ${provider} 需要它`)
  }
  if (payProviders.includes('alipay')) {
    const halves = ['ALIPAY_APP_CERT_FILE', 'ALIPAY_ROOT_CERT_FILE'] as const
    const missing = halves.find((name) => values[name] === '')
    const needing = halves.find((name) => values[name] !== '')
    if (missing && needing) throw new Error(`环境变量 ${missing} 未设置，${needing} 需要它`)
  }
  const relayFault = findRelayFault(values)
  if (relayFault) throw new Error(relayFault)
  const sfuFault = findSfuFault(values)
  if (sfuFault) throw new Error(sfuFault)
  const publicUrl = (values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`).replace(/\/+$/, '')
  const addresses = [publicUrl, ...values.IM_LINKS].map((url) => new URL(url).hostname)
  const isExposed = ![values.HOST, ...addresses].every(isLoopbackHost)
  if (isExposed && !values.ALLOW_STANDINS) refuseStandIns(values)
  const isProduction = values.NODE_ENV === 'production'
  const setting = values.SECOND_FACTOR ?? (isProduction && isExposed ? 'required' : 'offered')
  return {
    ...values,
    isProduction,
    dataDir: path.resolve(values.DATA_DIR),
    publicUrl,
    isExposed,
    drainMs: (values.DRAIN_SECONDS ?? (isProduction ? 5 : 0)) * 1000,
    isTrial: isExposed && standIns.some(({ isUsed }) => isUsed(values)),
    payProviders,
    factorRoles: setting === 'required' ? values.SECOND_FACTOR_ROLES : [],
  }
}

/** Environment of child processes: the path to programs, without secrets of the server. */
export const createChildEnvironment = () => ({ PATH: process.env.PATH })
