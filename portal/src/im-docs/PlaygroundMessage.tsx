// A message of the playground: text, picture or file, with its state.
import type { NimMessage } from '@xinqiao/im-sdk/index.ts'

function MessageContent({ message: { type, text, file } }: { message: NimMessage }) {
  if (!file) return text
  // before the upload is done there is no address
  if (!file.url) return type === 'image' ? '图片' : '文件'
  if (type === 'image')
    return (
      <a href={file.url} target="_blank" rel="noopener">
        <img src={`${file.url}?imageView&thumbnail=320x320`} alt="发送的图片" className="max-h-48 rounded-md" />
      </a>
    )
  return (
    <a href={file.url} className="text-brand-deep underline underline-offset-4 hover:text-brand">
      {file.name ?? '文件'}
    </a>
  )
}

export const PlaygroundMessage = ({ message }: { message: NimMessage }) => (
  <li
    className={`w-fit max-w-[85%] rounded-lg px-3 py-1.5 wrap-anywhere ${message.flow === 'out' ? 'ml-auto bg-tint' : 'bg-white'}`}
  >
    <MessageContent message={message} />
    {message.status === 'sending' && <span className="ml-2 text-sm text-muted">发送中</span>}
    {message.status === 'fail' && <span className="ml-2 text-sm text-danger">没有送出</span>}
  </li>
)
