// A file in a message: its name and size, its download, and the preview of a document.
import { useEffect, useState } from 'react'
import { documentKindOf, previewUrlOf } from '@xinqiao/contract/documents.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatFileSize } from '@xinqiao/ui/file-size.ts'
import { downloadUrlOf, toLocalAddress } from './picture-display.ts'

export function FileName({ name, size }: { name: string; size: number }) {
  return (
    <>
      <Icon name="file" />
      <span className="chat-file-name">
        {name}
        <span className="chat-file-size">{formatFileSize(size)}</span>
      </span>
    </>
  )
}

/** On a phone the preview replaces the messages, so that one page of them stays open. */
const isPhone = (): boolean => location.pathname === routes.im && matchMedia('(max-width: 47.99rem)').matches

/** Names the open conversation, to which the preview leads back. */
function readBack(): string {
  const query = new URLSearchParams(location.search)
  const [key] = ['to', 'team'].filter((name) => query.has(name))
  return key === undefined || location.pathname !== routes.im
    ? ''
    : `&back=${encodeURIComponent(`${key}=${query.get(key)}`)}`
}

/** The server may take seconds to convert a document, in which a phone would show nothing else. */
function PreviewButton({ url, name }: { url: string; name: string }) {
  const [isOpening, setOpening] = useState(false)
  useEffect(() => {
    // the browser may restore the page with its state when the user goes back
    const reset = () => setOpening(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  const opensHere = isPhone()
  return (
    <a
      href={`${previewUrlOf(toLocalAddress(url))}${readBack()}`}
      target={opensHere ? undefined : '_blank'}
      rel="noreferrer"
      className="chat-preview"
      aria-label={isOpening ? undefined : `预览${name}`}
      onClick={() => setOpening(opensHere)}
    >
      {isOpening ? '正在打开…' : '预览'}
    </a>
  )
}

type FileBubbleProps = { url: string; name: string; size: number; text: string }

export function FileBubble({ url, name, size, text }: FileBubbleProps) {
  const download = (
    <a className="chat-bubble chat-file" href={downloadUrlOf(url, name || '文件')}>
      <FileName name={name || text} size={size} />
    </a>
  )
  if (documentKindOf(name) === null) return download
  return (
    <div className="chat-document">
      {download}
      <PreviewButton url={url} name={name} />
    </div>
  )
}
