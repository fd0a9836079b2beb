// Help card for texts of all forms but those of questions and appointments, such as applications and profile texts. It
// is fixed to the edge of the window, so that it is always in view and moves nothing on the page.
import { useEffect, useEffectEvent, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { listenForCrisisLevel } from '@xinqiao/contract/http/client.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpContent } from './HelpContent.tsx'
import { HelpDialog } from './WriterHelpCard.tsx'
import { useSavedLevel } from './saved-levels.ts'
import { helpTexts } from './help-texts.ts'

export function FormHelpCard() {
  const [level, save] = useSavedLevel('form')
  const [isInDialog, setInDialog] = useState(false)
  const show = useEffectEvent((next: CrisisLevel) => {
    // an open dialog makes the rest of the page inert
    setInDialog(document.querySelector('dialog[open]') !== null)
    save(next)
  })
  useEffect(() => listenForCrisisLevel(show), [])
  if (!level) return null
  const close = () => save(null)
  if (isInDialog) return <HelpDialog level={level} onClose={close} />
  const { title } = helpTexts[level]
  return (
    <section
      role="alert"
      aria-label={title}
      className="form-care fixed inset-x-2 bottom-2 z-50 max-h-[60dvh] overflow-y-auto rounded-card border border-help-line bg-warm-tint p-4.5 text-warm-ink shadow-raised sm:right-auto sm:left-6 sm:w-md"
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-lg font-bold break-keep">{title}</h2>
        <Button look="plain" aria-label="关闭求助信息" className="size-11 shrink-0 px-0 text-warm-ink" onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <HelpContent level={level} onClose={close} />
    </section>
  )
}
