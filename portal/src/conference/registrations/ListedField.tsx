// Consent to being named in the list of participants, with the text that the consent ledger records.
import { useEffect, useState } from 'react'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import { api } from '../../session/api.ts'

export const fetchListConsentText = (): Promise<ConsentText> => api('GET /consent/text', { purpose: 'participants' })

export const ListConsentText = ({ consentText }: { consentText: ConsentText }) => (
  <div className="rounded-card bg-page p-4 text-sm">
    <h3 className="font-semibold text-ink">{consentText.title}</h3>
    {consentText.sections.map(({ heading, text }) => (
      <p key={heading} className="mt-1.5">
        <strong className="text-ink">{heading}：</strong>
        {text}
      </p>
    ))}
    <p className="mt-1.5 text-muted">版本 {consentText.version}</p>
  </div>
)

/** Box for the consent. Without its text there is no box, and the earlier choice stays. */
export function ListedField({ isListed }: { isListed: boolean }) {
  const [consentText, setConsentText] = useState<ConsentText | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    fetchListConsentText().then(setConsentText, (error: Error) => setFault(error.message))
  }, [])
  if (!consentText)
    return (
      <div className="sm:col-span-2">
        {isListed && <input type="hidden" name="listed" value="1" />}
        <output className="block text-sm text-muted">
          {fault ? `列入参会者名单的同意书未能加载：${fault}` : '正在加载列入参会者名单的同意书…'}
        </output>
      </div>
    )
  return (
    <div className="sm:col-span-2">
      <ListConsentText consentText={consentText} />
      <label className="mt-3 flex min-h-11 cursor-pointer items-start gap-2.5 text-compact">
        <input
          type="checkbox"
          name="listed"
          value="1"
          defaultChecked={isListed}
          className="mt-1 size-4.5 shrink-0 accent-brand"
        />
        同意把我的姓名和单位列入参会者名单，供其他参会者查看（可随时取消）
      </label>
    </div>
  )
}
