// Times of refusals: those of unknown accounts and apps must not differ from those of existing ones.
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { createSignedBackend } from '../server/db/fixtures/signed-backend.ts'
import { openSecrets } from '../server/src/kit/auth/secrets.ts'
import { openClient } from './kit/im-client.ts'
import { startImSite } from './kit/im-site.ts'
import { formatNumber, median, printNote, printTable } from './kit/report.ts'

const calls = 2_000
const logins = 400

/** A name in the form of the site's accounts, because a longer one would fail the check of the input. */
const createUnknownName = () => `xq${randomUUID().replaceAll('-', '').slice(0, 18)}`

/** @returns the medians of what each work takes, in milliseconds, when they run in turns */
async function compareTimes(count: number, works: readonly (() => Promise<number>)[]): Promise<string[]> {
  const times = works.map((): number[] => [])
  for (let i = 0; i < count; i += 1) for (const [at, work] of works.entries()) times[at]!.push(await work())
  return times.map((list) => `${formatNumber(median(list), 3)} ms`)
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export async function run(): Promise<void> {
  const site = await startImSite('im-refusal')
  try {
    const [person] = await createChatPeople(site.sql, 1)
    await createSignedBackend(site.sql, await openSecrets(site.sql, { dataDir: site.folder }), site.url)
    const [app] = await site.sql<{ app_key: string }[]>`select app_key from im_app order by id desc limit 1`
    const requestAs = (key: () => string) => () => {
      const CurTime = `${Math.floor(Date.now() / 1000)}`
      const headers = { AppKey: key(), Nonce: randomUUID(), CurTime, CheckSum: 'ab'.repeat(20) }
      const address = `${site.url}/nimserver/user/getUinfos.action`
      return measure(async () => (await fetch(address, { method: 'POST', headers })).text())
    }
    const logInAs = (accid: () => string) => async () => {
      // a refusal ends the connection, which opens before the clock starts
      const client = await openClient(site.url)
      const login = { appKey: '', account: accid(), token: randomUUID(), deviceId: 'bench-refusal', clientType: 16 }
      const time = await measure(() => client.request('auth.login', login).catch(() => {}))
      client.close()
      return time
    }
    const tokens = await compareTimes(logins, [logInAs(() => person!.accid), logInAs(createUnknownName)])
    const signatures = await compareTimes(calls, [requestAs(() => app!.app_key), requestAs(randomUUID)])
    printTable(
      ['refused', 'existing', 'unknown'],
      [
        ['a wrong token of an account', ...tokens],
        ['a wrong signature of an app', ...signatures],
      ],
    )
    printNote(`medians of ${logins} logins and ${calls} calls of each kind in turns, one at a time`)
  } finally {
    await site.stop('SIGKILL')
  }
}
