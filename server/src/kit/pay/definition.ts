// All differences between payment providers, as one record per provider. `providers.ts` lists them.
import type { PayMethod } from '@xinqiao/contract/orders.ts'
import type { Config } from '../config.ts'
import type { Sql } from '../db/db.ts'
import type { PayProvider } from './pay.ts'
import type { FaultServer } from './simulator/fault-server.ts'
import type { SimulatorKeys } from './simulator/keys.ts'
import type { GatewayDependencies, ProviderProtocol } from './simulator/protocol.ts'

type GatewayAddresses = {
  /** Address that receives callbacks. */
  notifyUrl: () => string
  /** Address to which the payer's browser returns. */
  returnUrl: () => string
}

/** HTTP reply to a callback. */
export type CallbackAcknowledgement = { status: number; body?: string | object }

export type ProviderDefinition = {
  /** @throws Error with a message that names the setting */
  open: (config: Config, sql: Sql, addresses: GatewayAddresses) => PayProvider
  devices: {
    /** True for the browser inside the provider's app, where this provider is the default. */
    isOwnBrowser: (userAgent: string) => boolean
    isUsable: (userAgent: string) => boolean
    /** A phone cannot scan a code on its own screen. */
    chooseMethod: (userAgent: string, config: Config) => PayMethod
  }
  /** Time for which a payment code is shown, a little less than the provider accepts it. */
  codeTtlMinutes: number
  /** Number of past days for which the daily bill is fetched; the provider keeps its bills longer. */
  billDays: number
  /** Headers of a callback that its signature covers, in lower case. */
  signatureHeaders: readonly string[]
  acknowledgements: Record<'accepted' | 'badSignature' | 'failed', CallbackAcknowledgement>
  /** The local replacement, which speaks the provider's protocol. */
  standIn: {
    protocol: (keys: SimulatorKeys) => ProviderProtocol
    openGateway: (parts: GatewayDependencies) => Promise<FaultServer>
    createClient: (keys: SimulatorKeys, gatewayUrl: string, addresses: GatewayAddresses) => PayProvider
  }
}
