// Button that shows the text of a consent in the version that the user read.
import { useState } from 'react'
import type { ConsentRecord } from '@xinqiao/contract/http/consents.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { useAction } from '../../forms/use-action.ts'
import { api } from '../../session/api.ts'

type ShownConsentText = { title: string; version: string; sections: readonly { heading: string; text: string }[] }

export function ConsentTextButton({ record: { title, purpose, version } }: { record: ConsentRecord }) {
  const [words, setWords] = useState<ShownConsentText | null>(null)
  const [read, isBusy] = useAction(async () => {
    setWords(
      purpose === null
        ? await api('GET /peerGroup/consentText', { version })
        : await api('GET /consent/text', { purpose, version }),
    )
  })
  return (
    <>
      <Button look="plain" busy={isBusy} onClick={read} aria-label={`查看全文：${title}`}>
        查看全文
      </Button>
      {words && (
        <Dialog title={`${words.title}（${words.version}）`} onClose={() => setWords(null)}>
          {words.sections.map(({ heading, text }) => (
            <section key={heading} className="mb-3">
              <h3 className="font-semibold text-ink">{heading}</h3>
              <p>{text}</p>
            </section>
          ))}
        </Dialog>
      )}
    </>
  )
}
