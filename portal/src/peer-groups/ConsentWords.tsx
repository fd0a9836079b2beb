// The consent text of counsellor-led groups in a frame.
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'

export const ConsentWords = ({ consent: { title, version, sections } }: { consent: LedConsentText }) => (
  <section className="rounded-card border border-line px-4 py-3" aria-labelledby="led-consent">
    <h3 id="led-consent" className="font-semibold text-ink">
      {title}（{version}）
    </h3>
    {sections.map(({ heading, text }) => (
      <div key={heading} className="mt-3">
        <h4 className="font-semibold text-ink">{heading}</h4>
        <p className="text-compact">{text}</p>
      </div>
    ))}
  </section>
)
