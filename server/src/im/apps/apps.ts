// Staff manage apps: name, origins, state and secret.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { App, ServerApiCallEntry, IssuedSecret } from '@xinqiao/contract/http/chat/apps.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { createToken } from '../../kit/auth/secrets.ts'
import { chatOrigins } from '../../kit/chat/chat-origins.ts'
import type { Kit, KitInTransaction } from '../../kit/ctx.ts'
import { reserveId, type Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { formatTime } from '../../kit/time.ts'
import { selectApiCalls } from './calls/call-store.ts'
import * as store from './store.ts'

type AppInput = Pick<App, 'name' | 'origins' | 'alertUrl'> & { pushUrl?: string | undefined }

export async function listApps(
  { sql, config }: Kit,
  page: PageLimits,
): Promise<{ content: App[]; totalElements: number }> {
  const { rows, total } = await store.selectApps(sql, page)
  const content = rows.map(
    ({ id, app_key, name, origins, is_site, is_playground, is_open, alert_url, push_url, created_at }) => ({
      id,
      appKey: app_key,
      name,
      isSite: is_site,
      isPlayground: is_playground,
      isOpen: is_open,
      alertUrl: alert_url,
      pushUrl: push_url,
      createTime: formatTime(created_at),
      origins: is_site ? chatOrigins(config) : origins,
    }),
  )
  return { content, totalElements: total }
}

/** Calls of the server API by the app's backend, newest first. */
export async function listAppCalls(
  { sql }: Kit,
  { id, ...page }: PageLimits & { id: number },
): Promise<{ content: ServerApiCallEntry[]; totalElements: number }> {
  const { rows, total } = await selectApiCalls(sql, id, page)
  const content = rows.map(({ id: callId, path, code, ip, milliseconds, created_at }) => ({
    id: callId,
    path,
    code,
    ip,
    milliseconds,
    createTime: formatTime(created_at),
  }))
  return { content, totalElements: total }
}

function createSecret({ secrets }: KitInTransaction, id: number) {
  const secret = createToken()
  return { secret, secret_sealed: secrets.seal(secret, sealBindings.appSecret(id)) }
}

export async function addApp(
  kit: KitInTransaction,
  tx: Tx,
  { alertUrl, pushUrl = '', ...draft }: AppInput,
): Promise<IssuedSecret> {
  const id = await reserveId(tx, 'im_app')
  const { secret, secret_sealed } = createSecret(kit, id)
  const { app_key } = await store.insertApp(tx, { id, ...draft, alert_url: alertUrl, push_url: pushUrl, secret_sealed })
  return { id, appKey: app_key, secret }
}

/** @throws Failure siteAppFixed, because the configuration names the site's origins; playgroundFixed */
export async function changeApp(tx: Tx, id: number, change: store.AppChange): Promise<null> {
  const app = await store.lockApp(tx, id)
  if (!app) throw fail('notFound')
  if (app.is_site) throw fail('siteAppFixed')
  if (app.is_playground && change.is_open === undefined) throw fail('playgroundFixed')
  await store.updateApp(tx, id, change)
  return null
}

export async function renewAppSecret(kit: KitInTransaction, tx: Tx, id: number): Promise<IssuedSecret> {
  const app = orNotFound(await store.lockApp(tx, id))
  if (app.is_playground) throw fail('playgroundFixed')
  const { secret, secret_sealed } = createSecret(kit, id)
  const { secrets } = kit
  const former_secret_sealed =
    app.secret_sealed.length === 0
      ? Buffer.alloc(0)
      : secrets.seal(secrets.open(app.secret_sealed, sealBindings.appSecret(id)), sealBindings.formerAppSecret(id))
  await store.updateSecret(tx, id, { secret_sealed, former_secret_sealed })
  return { id, appKey: app.app_key, secret }
}
