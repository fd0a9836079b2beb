// Crisis help on reading pages.
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export const HelpCard = () => (
  <section
    aria-label="心理援助热线"
    className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-help-line bg-warm-tint px-5 py-5 text-warm-ink sm:px-7"
  >
    <p className="min-w-0 flex-1 basis-64">
      <strong className="block text-title leading-tight tracking-wider text-warm-strong tabular-nums">12356</strong>
      全国统一心理援助热线，{hotlineHours}；遇到人身安全危险，请立即拨打 110 或 120
    </p>
    <ButtonLink href="tel:12356" look="accent">
      <Icon name="phone" className="size-4.5" />
      现在拨打
    </ButtonLink>
  </section>
)
