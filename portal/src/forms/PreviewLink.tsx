// Link to pictures of the pages of a private document; nothing for other files.
import { documentKindOf, previewUrlOf } from '@xinqiao/contract/documents.ts'

/** @param url signed address of the file */
export const PreviewLink = ({ url, name }: { url: string; name: string }) =>
  documentKindOf(name) && (
    <a
      href={previewUrlOf(url)}
      target="_blank"
      rel="noreferrer"
      aria-label={`预览${name}`}
      className="inline-flex min-h-11 shrink-0 items-center text-brand-deep underline underline-offset-4"
    >
      预览
    </a>
  )
