// Documents whose pages the server shows as pictures, and the address of the preview.
const documentKinds = ['pdf', 'doc', 'docx', 'ppt', 'pptx'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The kind by the ending of the name; null for a file without a preview. */
export function documentKindOf(name: string): DocumentKind | null {
  const ending = name.split('.').at(-1)?.toLowerCase()
  return documentKinds.find((kind) => kind === ending) ?? null
}

/** @param url the signed address of a file, which has a query */
export const previewUrlOf = (url: string): string => `${url}&preview`
