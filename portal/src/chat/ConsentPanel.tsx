// Consent in place of the input, until the user has read and agreed.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { ChatConsent } from '@xinqiao/contract/http/chat/inbox.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'

type ConsentPanelProps = { consent: ChatConsent; onAgreed: () => void }

export function ConsentPanel({ consent: { title, sections, version, hash }, onAgreed }: ConsentPanelProps) {
  const [hasRead, setRead] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const giveConsent = async () => {
    setBusy(true)
    try {
      await api('POST /chat/consent', { version, hash })
      onAgreed()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      showToast(error.message, 'bad')
      setBusy(false)
    }
  }
  return (
    <section className="chat-consent" aria-labelledby="chat-consent-title">
      <h3 id="chat-consent-title">{title}</h3>
      {/* the text scrolls, so the keyboard must be able to focus it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <section className="chat-consent-text" tabIndex={0} aria-label={`${title}全文`}>
        {sections.map(({ heading, text }) => (
          <div key={heading}>
            <h4>{heading}</h4>
            <p>{text}</p>
          </div>
        ))}
        <p className="chat-consent-version">版本 {version}</p>
      </section>
      <div className="chat-consent-end">
        <label>
          <input type="checkbox" checked={hasRead} onChange={({ target }) => setRead(target.checked)} />
          我已阅读并同意以上内容
        </label>
        <Button
          busy={isBusy}
          busyText="正在提交…"
          disabled={!hasRead}
          onClick={giveConsent}
          data-resting={hasRead ? undefined : ''}
        >
          开始交流
        </Button>
      </div>
    </section>
  )
}
