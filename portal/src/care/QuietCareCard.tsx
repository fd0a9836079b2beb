// Help card above search results when the search words suggest a crisis. It works without scripts.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import { CareSteps } from './CareContent.tsx'
import { HelpNumbers } from './HelpNumbers.tsx'
import { careWords } from './words.ts'

export const SearchCareCard = ({ level }: { level: CrisisLevel }) => (
  <section
    aria-labelledby="search-care-title"
    className="rounded-card border border-help-line bg-warm-tint p-4.5 text-warm-ink sm:p-7"
  >
    <h2 id="search-care-title" className="mb-3 text-lg font-bold">
      {careWords[level].title}
    </h2>
    <div className="grid max-w-xl gap-3">
      <HelpNumbers level={level} />
      <CareSteps level={level} />
    </div>
  </section>
)
