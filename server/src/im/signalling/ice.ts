// Servers with which the two sides of a call on the site find a path, and credentials for relays.
import { createHmac } from 'node:crypto'
import { orNotFound } from '@xinqiao/contract/errors.ts'
import type { CallIceConfiguration, IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import { signallingLimits } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Config } from '../../kit/config.ts'
import { selectChannelOfParticipant } from './records/store.ts'

type RelaySettings = Pick<Config, 'TURN_URLS' | 'TURN_SECRET' | 'STUN_URLS'>
type RelayUser = {
  /** The relay counts its limits per user and writes the name into its log, so it must not name a person. */
  name: string
  /** Time in milliseconds at which the credentials begin. */
  now: number
}

/** Credentials of the relay are valid for this time. An open path stays, and a restart asks for new ones. */
export const credentialSeconds = 600

/**
 * Credentials that coturn checks with `use-auth-secret`: expiry and user, signed with HMAC-SHA1. Only relayed paths are
 * allowed once a relay is configured.
 */
export function createIceServers(
  { TURN_URLS: urls, TURN_SECRET: secret, STUN_URLS: stunUrls }: RelaySettings,
  { name, now }: RelayUser,
): IceConfiguration {
  if (secret === undefined) return { iceServers: stunUrls.length > 0 ? [{ urls: stunUrls }] : [], policy: 'all' }
  const username = `${Math.floor(now / 1000) + credentialSeconds}:${name}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return { iceServers: [{ urls, username, credential }], policy: 'relay' }
}

const nameLength = 20

/** Servers for a chat account, whose name the relay does not learn. */
export function issueServersFor(config: RelaySettings, imId: number): IceConfiguration {
  const name = createHmac('sha256', config.TURN_SECRET ?? '')
    .update(`${imId}`)
    .digest('hex')
    .slice(0, nameLength)
  return createIceServers(config, { name, now: Date.now() })
}

/**
 * @param imId the chat account of a member, or of an account that can still accept
 * @throws Failure notFound for all others, to hide the channel
 */
export async function issueIceServers(
  { sql, config }: Pick<Kit, 'sql' | 'config'>,
  { imId, channelId }: { imId: number; channelId: string },
): Promise<CallIceConfiguration> {
  const now = Date.now()
  const after = now - signallingLimits.inviteSeconds * 1000
  const channel = orNotFound(await selectChannelOfParticipant(sql, { imId, channelId: Number(channelId), after }))
  const secondsLeft = Math.max(0, Math.floor((channel.expire_time - channel.now) / 1000))
  return { ...issueServersFor(config, imId), secondsLeft }
}
