// POST requests to addresses that partners have entered: https only, no private networks, no redirects.
import { createHash, randomUUID } from 'node:crypto'
import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost, isPublicAddress } from './network-address.ts'

const timeoutMs = 5_000
type PartnerRequest = { headers: Record<string, string>; body: string; allowsLoopback: boolean }
/** @param status null without a reply; `fault` then says why */
export type PartnerReply = { status: number | null; fault: string }

const refusalMessage = 'private network'

/** Checks the address that the connection will use: a name may resolve to another one at each look-up. */
export const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const publicAddresses = addresses?.filter(({ address }) => isPublicAddress(address)) ?? []
    const [first] = publicAddresses
    if (error || !first) return done(error ?? new Error(refusalMessage), '', 0)
    return options.all ? done(null, publicAddresses) : done(null, first.address, first.family)
  })

/** @returns what is wrong with the address, or null */
function findFault({ protocol, hostname }: URL, allowsLoopback: boolean): string | null {
  if (allowsLoopback && isLoopbackHost(hostname)) return null
  if (protocol !== 'https:') return 'https only'
  const host = hostname.replace(/^\[|\]$/g, '')
  return isLoopbackHost(hostname) || (isIP(host) !== 0 && !isPublicAddress(host)) ? refusalMessage : null
}

/** Headers by which the backend of an app recognises our calls: those with which it signs its own. */
export function signAppCall(appKey: string, secret: string): Record<string, string> {
  const [nonce, curTime] = [randomUUID(), `${Math.floor(Date.now() / 1000)}`]
  const checkSum = createHash('sha1').update(`${secret}${nonce}${curTime}`).digest('hex')
  return { AppKey: appKey, Nonce: nonce, CurTime: curTime, CheckSum: checkSum }
}

/** Posts to an address of a partner. It never rejects, and does not read the reply's body. */
export function postToPartner(
  address: string,
  { headers, body, allowsLoopback }: PartnerRequest,
): Promise<PartnerReply> {
  const url = new URL(address)
  const fault = findFault(url, allowsLoopback)
  if (fault !== null) return Promise.resolve({ status: null, fault })
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const isOwn = isLoopbackHost(url.hostname)
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(isOwn ? {} : { lookup: lookupPublic }),
    })
    outgoing.on('response', (reply) => {
      resolve({ status: reply.statusCode ?? null, fault: '' })
      outgoing.destroy()
    })
    outgoing.on('error', (error) => resolve({ status: null, fault: error.message.slice(0, 200) }))
    outgoing.end(body)
  })
}
