// Help above search results when the words suggest a crisis. It works without scripts.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { careWords } from './care-words.ts'

export function SearchCareCard({ level }: { level: CrisisLevel }) {
  const { title, lead, steps } = careWords[level === 'other' ? 'other' : 'self']
  return (
    <section
      aria-labelledby="search-care-title"
      className="rounded-card border border-help-line bg-warm-tint p-5 text-warm-ink sm:p-7"
    >
      <h2 id="search-care-title" className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-3">
        <ButtonLink href="tel:12356" look="accent" className="min-h-12">
          <Icon name="phone" className="size-4.5" />
          拨打12356
        </ButtonLink>
      </p>
      <p className="mt-3">{lead}</p>
      <ul className="mt-1 list-disc pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  )
}
