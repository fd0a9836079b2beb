// Data of the signed-in account in the storage of this browser. Sign-out deletes it, because the next user of this
// browser must not see it. All kinds of data are listed here: at sign-out, the script of a feature that stored some may
// not be loaded.

/** Drafts, levels of help cards, broadcasts that are not dismissed, and files and messages that were not sent. */
const dataKinds = ['draft', 'care', 'broadcasts', 'unsent'] as const
type DataKind = (typeof dataKinds)[number]

let account: string | null = null
/** The cookie may expire before the page; the data of the page still belongs to its user. */
const readAccountId = (): string => (account ??= /useridList=(\d+)/.exec(document.cookie)?.[1] ?? '')

/** Returns false after a sign-out in any tab of this browser. */
export const isSignedIn = (): boolean => document.cookie.includes('useridList=')

/** The storage key. It contains the id of the account, because several people may use one browser. */
export const accountDataKeyOf = (kind: DataKind, name?: string): string =>
  [kind, readAccountId(), ...(name === undefined ? [] : [name])].join(':')

export function clearAccountData(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (dataKinds.some((kind) => key.startsWith(`${kind}:`))) storage.removeItem(key)
}
