// Import of accounts from another service. An account that exists is left as it is, so a repeated import changes
// nothing.
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'
import { serverApiErrors, type ServerApiErrorName } from '@xinqiao/contract/server-api/server-api.ts'
import type { AccountImportResult, ImportedAccount } from '@xinqiao/contract/server-api/import.ts'
import { hashToken } from '../../../kit/auth/secrets.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { pipelineQueries, transaction, type Tx } from '../../../kit/db/db.ts'
import * as store from './account-import-store.ts'

type PrivateInfo = { email: string; birth: string; tel: string }
/** Seals e-mail, birthday and phone of a profile, bound to the row of its account. */
export type SealPrivate = (imId: number, info: PrivateInfo) => Buffer

const createRefusal = (accid: string, error: ServerApiErrorName, desc: string = serverApiErrors[error].desc) =>
  ({ accid, state: 'refused', code: serverApiErrors[error].code, desc }) as const
const presentResult = (accid: string, state: 'created' | 'existing') =>
  ({ accid, state, code: serverApiErrors.success.code }) as const

function toUserRow(imId: number, draft: ImportedAccount, sealPrivate: SealPrivate): store.NewUser {
  const { name = '', icon = '', sign = '', gender = 0, ex = '', email = '', birth = '', mobile = '' } = draft
  const hasPrivate = email !== '' || birth !== '' || mobile !== ''
  return {
    im_account_id: imId,
    nick: normalizeName(name),
    avatar: icon,
    sign,
    gender,
    custom: ex,
    sealed: hasPrivate ? sealPrivate(imId, { email, birth, tel: mobile }) : Buffer.alloc(0),
  }
}

/** Accounts to create, without duplicates, and the refusals by index. */
async function findAccountsToCreate(tx: Tx, appId: number, drafts: readonly ImportedAccount[]) {
  const hashes = drafts.map(({ token }) => (token === undefined ? null : hashToken(token)))
  const usedTokens = await store.selectUsedTokens(
    tx,
    hashes.filter((hash) => hash !== null),
  )
  // Names are looked up after tokens. If an equal request commits in between, its accounts count as existing. In the
  // other order, their tokens would count as used by others.
  const takenNames = await store.selectUsedNames(
    tx,
    appId,
    drafts.map(({ accid }) => accid),
  )
  const refusals = new Map<number, AccountImportResult>()
  const draftByAccid = new Map<string, { draft: ImportedAccount; index: number; hash: Buffer | null }>()
  for (const [index, draft] of drafts.entries()) {
    const { accid, name } = draft
    if (takenNames.has(accid) || draftByAccid.has(accid)) continue
    const problem = name === undefined || name === '' ? null : findNameProblem(name, { roleId: null })
    const hash = hashes[index]!
    if (problem) refusals.set(index, createRefusal(accid, 'invalid', `name ${problem}`))
    else if (hash && usedTokens.has(hash.toString('hex'))) refusals.set(index, createRefusal(accid, 'usedToken'))
    else {
      draftByAccid.set(accid, { draft, index, hash })
      if (hash) usedTokens.add(hash.toString('hex'))
    }
  }
  return { draftByAccid, refusals }
}

/** @returns a result for each account, in their order */
export const importAccounts = (
  { sql }: Pick<Kit, 'sql'>,
  appId: number,
  drafts: readonly ImportedAccount[],
  sealPrivate: SealPrivate,
): Promise<AccountImportResult[]> =>
  transaction(sql, async (tx) => {
    const { draftByAccid, refusals } = await findAccountsToCreate(tx, appId, drafts)
    // Names that a concurrent request has inserted are not returned. Sorted, so that two requests cannot deadlock.
    const createdAccounts = await store.insertAccounts(tx, appId, [...draftByAccid.keys()].sort())
    const createdIndexes = new Set(createdAccounts.map(({ accid }) => draftByAccid.get(accid)!.index))
    await pipelineQueries([
      store.insertUsers(
        tx,
        createdAccounts.map(({ id, accid }) => toUserRow(id, draftByAccid.get(accid)!.draft, sealPrivate)),
      ),
      store.insertTokens(
        tx,
        createdAccounts.flatMap(({ id, accid }) => {
          const { hash } = draftByAccid.get(accid)!
          return hash ? [{ imId: id, hash }] : []
        }),
      ),
    ])
    return drafts.map(
      ({ accid }, index) =>
        refusals.get(index) ?? presentResult(accid, createdIndexes.has(index) ? 'created' : 'existing'),
    )
  })
