// Profiles of users. Acquaintances are notified of changes.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { ChangeReaders, ImCtx, ImReadCtx } from '../../kit/chat/im-ctx.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'
import { publishAvatar } from '../changes/avatars.ts'
import { changeAccounts } from '../changes/changes.ts'
import { fanOutProfile, finishStaleFanOuts } from './fan-out.ts'
import { replaceProgress } from './fan-out-store.ts'
import { openPrivate, presentUser, sealPrivate } from './present.ts'
import * as store from './store.ts'

export async function getUsers(
  { accounts }: ParsedInput<'user.getUsers'>,
  { sql, secrets, viewer }: ImReadCtx,
): Promise<CommandOutput<'user.getUsers'>> {
  const keys = [...new Set(accounts)]
  const rows = await store.selectUsers(
    sql,
    keys.map((key) => ({ imId: viewer.imId, key })),
  )
  return { users: rows.map((row) => presentUser(secrets, row, viewer.imId)) }
}

/**
 * @param roleId of the account; null in other apps
 * @throws ImFailure 414 for a telephone number, or a name that only the association's staff may have
 */
export function expectAllowedNick(nick: string | undefined, roleId: number | null): void {
  const problem = nick ? findNameProblem(nick, { roleId }) : null
  if (problem) throw imFail('invalid', problem)
}

export async function updateMyInfo(
  { user }: ParsedInput<'user.updateMyInfo'>,
  ctx: ImCtx,
): Promise<CommandOutput<'user.updateMyInfo'>> {
  const { secrets, viewer } = ctx
  expectAllowedNick(user.nick, viewer.roleId)
  const reply = await changeAccounts(ctx, {}, async ({ tx, now, me, recordChange }) => {
    const self = [{ imId: viewer.imId, key: viewer.accid }]
    const [before] = await store.selectUsers(tx, self)
    if (!before) throw imFail('notFound')
    const { nick: typed, avatar: typedAvatar, sign, gender, custom, ...rest } = user
    const avatar = typedAvatar === undefined ? undefined : await publishAvatar(tx, viewer.imId, typedAvatar)
    const nick = typed === undefined ? undefined : normalizeName(typed)
    const sealed = sealPrivate(secrets, viewer.imId, { ...openPrivate(secrets, before), ...rest })
    const profile = { nick, avatar, sign, gender, custom }
    const changedFields = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
    const { nick: n, avatar: a, sign: s, gender: g, custom: c } = { ...before, ...changedFields }
    await store.updateUser(tx, viewer.imId, { nick: n, avatar: a, sign: s, gender: g, custom: c, sealed }, now)
    recordChange(me, 'user', viewer.accid)
    await replaceProgress(tx, viewer.imId)
    const [row] = await store.selectUsers(tx, self)
    return { user: presentUser(secrets, row!, viewer.imId) }
  })
  await fanOutProfile(ctx)
  return reply
}

export const updateDonnop = ({ isPushedBesideDesktop }: ParsedInput<'user.updateDonnop'>, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, {}, async ({ tx, me, recordChange }) => {
    await store.updateUserSettings(tx, me.id, isPushedBesideDesktop)
    recordChange(me, 'settings', '')
    return null
  })

/** Job. It writes only changes of the kind `user`. */
export const finishFanOuts = ({ sql, secrets }: Pick<Kit, 'sql' | 'secrets'>): Promise<number> =>
  finishStaleFanOuts(sql, createUserReaders(secrets) as ChangeReaders)

export const createUserReaders = (secrets: Secrets): Pick<ChangeReaders, 'user' | 'settings'> => ({
  async user(db, changeKeys) {
    const rows = await store.selectUsers(db, changeKeys)
    return rows.map((row) => ({ imId: row.viewer_id, key: row.accid, state: presentUser(secrets, row, row.viewer_id) }))
  },
  async settings(db, changeKeys) {
    const rows = await store.selectUserSettings(
      db,
      changeKeys.map(({ imId }) => imId),
    )
    return rows.map((row) => ({
      imId: row.im_account_id,
      key: '',
      state: { isPushedBesideDesktop: row.is_pushed_beside_desktop },
    }))
  },
})
