// Introduction of the association, with its figures.
import type { MemberFigures } from '@xinqiao/contract/http/membership/own.ts'
import { introduction } from './introduction.texts.ts'

export function IntroductionText({ members }: { members: MemberFigures }) {
  const { lead, figures, sections } = introduction
  return (
    <>
      <p className="text-lg text-ink">{lead}</p>
      <dl className="my-8 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
        {figures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse bg-surface px-4 py-4.5 text-center">
            <dt className="text-sm text-muted">{figure.label}</dt>
            <dd className="text-title leading-10 font-bold text-brand-deep tabular-nums">
              {'counted' in figure ? members[figure.counted] : figure.value}
              <span className="ml-0.5 text-base font-semibold">{figure.unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="article max-w-[44.625rem]">
        {sections.map((section) => (
          <section key={section.heading}>
            <h2>{section.heading}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mb-4">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
