// The text that the reader wrote before losing the right to write, to be copied or deleted.
import { hasVisibleText } from '@xinqiao/contract/visible-text.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { copyText } from '../thread/lines/copy-text.ts'

export function UnsentDraft({ to }: { to: string }) {
  const [text, write] = useDraft(`chat ${to}`)
  if (!hasVisibleText(text)) return null
  return (
    <section className="group-draft" aria-labelledby="group-draft">
      <h3 id="group-draft">您写了还没有发出的话</h3>
      <textarea readOnly rows={4} aria-labelledby="group-draft" value={text} />
      <div className="group-buttons">
        <Button look="plain" onClick={() => write('')}>
          删除
        </Button>
        <Button look="ghost" onClick={() => void copyText(text)}>
          复制
        </Button>
      </div>
    </section>
  )
}
