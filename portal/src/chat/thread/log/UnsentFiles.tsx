// Files that were not sent before the page was closed or loaded again, below the messages.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { dismissUnsentFile, useUnsentFiles } from '../../session/unsent-files.ts'

export function UnsentFiles({ to }: { to: string | null }) {
  const files = useUnsentFiles(to)
  if (files.length === 0) return null
  return (
    <ul aria-label="没有发出的文件">
      {files.map(({ key, name, isPicture }) => (
        <li key={key} className="chat-line" data-own="true" data-status="fail">
          <div className="chat-bubble-row">
            <Icon name="alert" className="chat-failed" />
            <p className="chat-bubble chat-file">
              <Icon name={isPicture ? 'image' : 'file'} />
              <span className="chat-file-name">{name}</span>
            </p>
          </div>
          <p className="chat-fault">
            {isPicture ? '图片没有发出，请重新选择' : '文件没有发出，请重新选择'}
            <button type="button" aria-label={`知道了：${name}`} onClick={() => dismissUnsentFile(key)}>
              知道了
            </button>
          </p>
        </li>
      ))}
    </ul>
  )
}
