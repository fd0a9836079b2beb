// A short letter from a help card to the duty staff. It joins the writer's crisis alert.
import { useId, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'

const maxLength = 500

export function DutyLetter({ level }: { level: CrisisLevel }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const [text, setText] = useState('')
  const [send, isBusy] = useAction(async () => {
    if (text.trim() === '') return
    await api('POST /care/letter', { text, level })
    setText('')
    setOpen(false)
    setSent(true)
  })
  if (!isOpen)
    return (
      <div className="grid gap-1.5">
        {isSent && (
          <output className="flex items-center gap-2 font-semibold text-success">
            <Icon name="check" className="size-4.5" />
            信已送到，值班人员会尽快看
          </output>
        )}
        <Button look="light" className="w-full border border-help-line" onClick={() => setOpen(true)}>
          <Icon name="chat" className="size-4.5" />
          {isSent ? '再写一封' : '写信给值班人员'}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        写给值班人员的话
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        maxLength={maxLength}
        // replaces the pressed button, so it takes the focus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button is gone
        autoFocus
        aria-describedby={`${id}-hint`}
        placeholder="您现在怎么样？希望我们怎么联系您？"
        onChange={({ target }) => setText(target.value)}
        className="w-full rounded-lg border border-control bg-white px-3.5 py-2.5 text-base leading-normal text-ink"
      />
      <p id={`${id}-hint`} className="text-sm">
        加密保存，只有值班人员能看到。情况紧急请直接打电话。
      </p>
      <div className="flex gap-2">
        <Button look="accent" className="flex-1" busy={isBusy} busyText="正在送出…" onClick={send}>
          送出
        </Button>
        <Button look="plain" onClick={() => setOpen(false)}>
          先不写
        </Button>
      </div>
    </div>
  )
}
