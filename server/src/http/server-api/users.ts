// The calls of the server API about accounts.
import type { ServerCallInput } from '@xinqiao/contract/server-api/server-api.ts'
import {
  createManagedAccount,
  expectAllowedNick,
  openPrivate,
  renewAccountToken,
  selectManagedUsers,
  setManagedAccountBlocked,
  setManagedAccountMuted,
} from '../../im/chat.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import type { CallRunner, CallsOf } from './run.ts'

type ProfileInput = Omit<ServerCallInput<'user/updateUinfo'>, 'accid'>
const toUser = ({ name, icon, mobile, ex, ...rest }: ProfileInput) =>
  Object.fromEntries(
    Object.entries({ ...rest, nick: name, avatar: icon, tel: mobile, custom: ex }).filter(
      ([, value]) => value !== undefined,
    ),
  )

export function createProfiles({ parseCommand, runCommand }: CallRunner) {
  /** Refuses a profile before its account is created, so that a refused call leaves no account. */
  function checkProfile(profile: ProfileInput): void {
    const user = toUser(profile)
    if (Object.keys(user).length > 0) parseCommand('user.updateMyInfo', { user })
    expectAllowedNick(profile.name, null)
  }
  const saveProfile = async (ctx: ImCtx, profile: ProfileInput) => {
    const user = toUser(profile)
    if (Object.keys(user).length > 0) await runCommand('user.updateMyInfo', { user }, ctx)
  }
  return { checkProfile, saveProfile }
}

export type Profiles = ReturnType<typeof createProfiles>

export function createUserCalls(
  { kit, contextFor, contextOf }: CallRunner,
  { checkProfile, saveProfile }: Profiles,
): Omit<CallsOf<'user'>, 'user/import'> {
  const { sql, secrets } = kit
  return {
    async 'user/create'({ accid, token, ...profile }, appId) {
      checkProfile(profile)
      const account = await createManagedAccount(kit, appId, { accid, token })
      await saveProfile(contextOf(account.account, appId), profile)
      return { info: { accid, token: account.token, name: profile.name ?? '' } }
    },
    async 'user/update'(input, appId) {
      await renewAccountToken(kit, appId, input)
      return {}
    },
    async 'user/refreshToken'({ accid }, appId) {
      return { info: { accid, token: await renewAccountToken(kit, appId, { accid }) } }
    },
    async 'user/updateUinfo'({ accid, ...profile }, appId) {
      await saveProfile(await contextFor(appId, accid), profile)
      return {}
    },
    async 'user/getUinfos'({ accids }, appId) {
      const rows = await selectManagedUsers(sql, appId, accids)
      const uinfos = rows.map((row) => {
        const { email, birth, tel } = openPrivate(secrets, row)
        const { accid, nick, avatar, sign, gender, custom, is_blocked, is_muted } = row
        const profile = { accid, name: nick, icon: avatar, sign, email, birth, mobile: tel, gender, ex: custom }
        return { ...profile, valid: !is_blocked, mute: is_muted }
      })
      return { uinfos }
    },
    async 'user/block'({ accid, needkick }, appId) {
      await setManagedAccountBlocked(kit, appId, accid, { isBlocked: true, isKicked: needkick })
      return {}
    },
    async 'user/unblock'({ accid }, appId) {
      await setManagedAccountBlocked(kit, appId, accid, { isBlocked: false, isKicked: false })
      return {}
    },
    async 'user/mute'({ accid, mute }, appId) {
      await setManagedAccountMuted(kit, appId, accid, mute)
      return {}
    },
  }
}
