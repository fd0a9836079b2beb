// Data of the signed-in account in the storage of this browser. Sign-out deletes it, because the next user of this
// browser must not see it. The kinds are listed here, because the script of a feature need not be loaded at sign-out.

/** Unsent texts, levels of help cards, and broadcasts that are not dismissed. */
const dataKinds = ['draft', 'care', 'broadcasts'] as const
type DataKind = (typeof dataKinds)[number]

let account: string | null = null
/** The cookie may expire before the page; the data of the page still belongs to its user. */
const readAccountId = (): string => (account ??= /useridList=(\d+)/.exec(document.cookie)?.[1] ?? '')

/** The key has the account, because two users may share a browser one after the other. */
export const accountDataKeyOf = (kind: DataKind, name?: string): string =>
  [kind, readAccountId(), ...(name === undefined ? [] : [name])].join(':')

export function clearAccountData(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (dataKinds.some((kind) => key.startsWith(`${kind}:`))) storage.removeItem(key)
}
