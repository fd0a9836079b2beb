// The caller's second factors: list, add, rename, remove, and recovery codes.
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { OwnFactors } from '@xinqiao/contract/http/accounts/factors.ts'
import { inTransaction, viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { isConflict, type Tx } from '../../../kit/db/db.ts'
import { renderQrPng } from '../../../kit/documents/qr.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { hashToken, createToken } from '../../../kit/auth/secrets.ts'
import { recordSecurityEvent } from '../../../kit/audit/security-events.ts'
import { formatTime } from '../../../kit/time.ts'
import { notifyUsers } from '../../notify/notify.ts'
import {
  recordFactorFailure,
  limitFactorGuesses,
  resetFactorGuesses,
  securityLink,
  ticketLifeMs,
} from './factor-check.ts'
import * as store from '../records/factor-store.ts'
import { createRegistrationOptions, relyingPartyOf, verifyRegistration } from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { publishEndedSignInSessions } from '../sign-in-sessions/sign-in-sessions.ts'
import { selectAccount } from '../records/store.ts'
import { createTotpSecret, findTotpStep, totpUriOf } from './totp.ts'

const maxPasskeys = 10
const enrolmentLifeMs = 15 * 60_000

const presentFactor = (row: store.FactorRow) => ({
  id: row.id,
  name: row.name,
  createTime: formatTime(row.created_at),
  usedTime: row.used_at ? formatTime(row.used_at) : null,
})

/** True when a setting requires a factor for this role. */
export const isFactorRequired = ({ config }: Pick<Kit, 'config'>, roleId: number): boolean =>
  config.factorRoles.includes(roleId)

export async function listOwnFactors(ctx: Ctx): Promise<OwnFactors> {
  const { id, roleId } = viewerOf(ctx)
  const factors = await store.selectFactors(ctx.kit.sql, id)
  const totp = factors.find(({ kind }) => kind === 'totp')
  return {
    passkeys: factors.filter(({ kind }) => kind === 'passkey').map(presentFactor),
    totp: totp ? presentFactor(totp) : null,
    recoveryCodesLeft: await store.countRecoveryCodes(ctx.kit.sql, id),
    canUsePasskeys: relyingPartyOf(ctx.kit) !== null,
    isRequired: isFactorRequired(ctx.kit, roleId),
  }
}

const kindTitles: Record<string, string> = { passkey: '通行密钥', totp: '动态验证码' }

/** Runs a change of the caller's factors, and notifies the caller in the same transaction. */
async function changeOwnFactors<T>(ctx: Ctx, title: (result: T) => string, change: (tx: Tx) => Promise<T>): Promise<T> {
  const { kit } = ctx
  const { id } = viewerOf(ctx)
  const result = await inTransaction(kit, async (scope) => {
    const { tx } = scope
    await store.lockFactors(tx, id)
    const factor = await change(tx)
    await notifyUsers(scope, { kind: 'security', userIds: [id], title: title(factor), link: securityLink })
    return factor
  })
  // the session cache may hold for some more seconds that the session is restricted to adding a factor
  publishEndedSignInSessions(kit, id)
  return result
}

/** @returns the recovery codes that come with the first factor; none with later ones */
async function addRecoveryCodes(tx: Tx, accountId: number, isFirst: boolean): Promise<string[]> {
  if (!isFirst) return []
  const { codes, hashes } = createRecoveryCodes()
  await store.replaceRecoveryCodes(tx, accountId, hashes)
  return codes
}

function checkFactorLimit(factors: readonly store.FactorRow[], kind: 'passkey' | 'totp'): void {
  const count = factors.filter((factor) => factor.kind === kind).length
  if (count >= (kind === 'totp' ? 1 : maxPasskeys)) throw fail('tooManyFactors')
}

// ---- passkeys

export async function startPasskeyEnrolment(ctx: Ctx) {
  const { kit } = ctx
  const site = relyingPartyOf(kit)
  if (!site) throw fail('passkeysUnavailable')
  const { id, signInSessionId } = viewerOf(ctx)
  const [account, factors] = await Promise.all([selectAccount(kit.sql, id), store.selectFactors(kit.sql, id)])
  checkFactorLimit(factors, 'passkey')
  const options = await createRegistrationOptions(site, account!, factors)
  const ticket = createToken()
  await store.insertFactorTicket(kit.sql, {
    tokenHash: hashToken(ticket),
    accountId: id,
    signInSessionId,
    purpose: 'addPasskey',
    challenge: options.challenge,
    ttlMs: ticketLifeMs,
  })
  return { ticket, options: { ...options } }
}

export async function addPasskey(
  ctx: Ctx,
  { ticket, name, passkey }: { ticket: string; name: string; passkey: object },
): Promise<{ recoveryCodes: string[] }> {
  const { kit } = ctx
  const { id, signInSessionId } = viewerOf(ctx)
  const tokenHash = hashToken(ticket)
  const row = await store.selectFactorTicket(kit.sql, { tokenHash, purpose: 'addPasskey', signInSessionId })
  const site = relyingPartyOf(kit)
  if (!row || !site) throw fail('ticketExpired')
  const response = { clientExtensionResults: {}, ...passkey } as RegistrationResponseJSON
  const credential = await verifyRegistration(site, row.challenge, response)
  if (!credential) throw fail('wrongFactor', '没有添加成功，请重新开始')
  try {
    const recoveryCodes = await changeOwnFactors(
      ctx,
      () => `您的账号添加了通行密钥“${name}”。如果不是您本人，请立即修改密码并联系协会秘书处。`,
      async (tx) => {
        if (!(await store.deleteFactorTicket(tx, tokenHash))) throw fail('ticketExpired')
        const factors = await store.selectFactors(tx, id)
        checkFactorLimit(factors, 'passkey')
        await store.insertFactor(tx, {
          account_id: id,
          kind: 'passkey',
          name,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
        })
        return addRecoveryCodes(tx, id, factors.length === 0)
      },
    )
    await recordSecurityEvent(ctx, 'factorAdded', id, { way: 'passkey' })
    return { recoveryCodes }
  } catch (error) {
    if (isConflict(error, 'second_factor_credential_unique')) throw fail('wrongFactor', '这个通行密钥已经添加过')
    throw error
  }
}

export async function renamePasskey(ctx: Ctx, { id, name }: { id: number; name: string }): Promise<void> {
  if (!(await store.updatePasskeyName(ctx.kit.sql, viewerOf(ctx).id, id, name))) throw fail('notFound')
}

// ---- the authenticator app

export async function startTotpEnrolment(ctx: Ctx) {
  const { kit } = ctx
  const { id, username } = viewerOf(ctx)
  checkFactorLimit(await store.selectFactors(kit.sql, id), 'totp')
  const secret = createTotpSecret()
  const uri = totpUriOf(secret, username)
  await store.upsertTotpEnrolment(
    kit.sql,
    id,
    kit.secrets.seal(secret, sealBindings.totpEnrolment(id)),
    enrolmentLifeMs,
  )
  const qr = await renderQrPng(uri)
  return { secret, uri, qr: `data:image/png;base64,${qr.toString('base64')}` }
}

export async function addTotp(ctx: Ctx, code: string): Promise<{ recoveryCodes: string[] }> {
  const { kit } = ctx
  const { id } = viewerOf(ctx)
  const sealed = await store.selectTotpEnrolment(kit.sql, id)
  if (!sealed) throw fail('ticketExpired')
  await limitFactorGuesses(ctx, id)
  const secret = kit.secrets.open(sealed, sealBindings.totpEnrolment(id))
  const step = findTotpStep(secret, code.replaceAll(/\s/g, ''))
  if (step === null) {
    await recordFactorFailure(kit, id)
    throw fail('wrongFactor', '验证码不正确，请核对手机时间后重试')
  }
  await resetFactorGuesses(kit, id)
  const recoveryCodes = await changeOwnFactors(
    ctx,
    () => '您的账号启用了动态验证码。如果不是您本人，请立即修改密码并联系协会秘书处。',
    async (tx) => {
      if (!(await store.deleteTotpEnrolment(tx, id))) throw fail('ticketExpired')
      const factors = await store.selectFactors(tx, id)
      checkFactorLimit(factors, 'totp')
      await store.insertFactor(tx, {
        account_id: id,
        kind: 'totp',
        name: kindTitles['totp']!,
        secret_sealed: kit.secrets.seal(secret, sealBindings.totpSecret(id)),
        last_step: step,
      })
      return addRecoveryCodes(tx, id, factors.length === 0)
    },
  )
  await recordSecurityEvent(ctx, 'factorAdded', id, { way: 'totp' })
  return { recoveryCodes }
}

// ---- removal, and new recovery codes

export async function removeFactor(ctx: Ctx, factorId: number): Promise<void> {
  const { kit } = ctx
  const { id, roleId } = viewerOf(ctx)
  const { kind } = await changeOwnFactors<Pick<store.FactorRow, 'kind'>>(
    ctx,
    (removed) => `您的账号移除了${kindTitles[removed.kind]}。如果不是您本人，请立即修改密码并联系协会秘书处。`,
    async (tx) => {
      const factors = await store.selectFactors(tx, id)
      const removedFactor = orNotFound(await store.deleteFactor(tx, id, factorId))
      if (factors.length > 1) return removedFactor
      if (isFactorRequired(kit, roleId)) throw fail('lastFactor')
      await store.deleteAllFactors(tx, id)
      return removedFactor
    },
  )
  await recordSecurityEvent(ctx, 'factorRemoved', id, { way: kind })
}

export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const { id } = viewerOf(ctx)
  const recoveryCodes = await changeOwnFactors(
    ctx,
    () => '您的账号重新生成了恢复码，旧的恢复码已作废。',
    async (tx) => {
      if (!(await store.hasFactors(tx, id))) throw fail('wrongState', '请先添加通行密钥或动态验证码')
      return addRecoveryCodes(tx, id, true)
    },
  )
  return { recoveryCodes }
}
