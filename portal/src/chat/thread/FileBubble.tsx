// A file in a message: its download, and the preview of a document.
import { documentKindOf, previewUrlOf } from '@xinqiao/contract/documents.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { downloadUrlOf, toLocalAddress } from './picture-display.ts'

export function FileBubble({ url, name, text }: { url: string; name: string; text: string }) {
  const download = (
    <a className="chat-bubble chat-file" href={downloadUrlOf(url, name || '文件')}>
      <Icon name="file" />
      <span>{name || text}</span>
    </a>
  )
  if (documentKindOf(name) === null || !url) return download
  return (
    <div className="chat-document">
      {download}
      <a
        href={previewUrlOf(toLocalAddress(url))}
        target="_blank"
        rel="noreferrer"
        className="chat-preview"
        aria-label={`预览${name}`}
      >
        预览
      </a>
    </div>
  )
}
