// Services for groups: five kinds in order, six solutions by field, and how to request one.
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { PageTitle } from '../frame/PageTitle.tsx'
import { definePage, loadNothing, type PageContext } from '../page.ts'
import { group } from './group.texts.ts'
import { Services } from './Services.tsx'
import { Solutions } from './Solutions.tsx'

export const groupPage = definePage<null>({
  params: [],
  cached: true,
  indexed: true,
  load: loadNothing,
  head: () => ({ title: group.title, description: group.lead, canonical: routes.group }),
  View: ({ site }) => (
    <div className="frame">
      <Breadcrumb crumbs={[{ label: '首页', href: routes.dashBoard }, { label: '社会服务' }]} />
      <PageTitle title={group.title} lead={group.lead} />
      <div className="space-y-8 md:space-y-10">
        <Services />
        <Solutions />
        <Notice>{group.boundary}</Notice>
        <ContactCard site={site} />
      </div>
    </div>
  ),
})

function ContactCard({ site }: { site: PageContext }) {
  const { title, text, steps, note } = group.contact
  const { phone } = site.settings
  return (
    <Card as="section" labelledBy="contact">
      <h2 id="contact" className="text-xl font-bold text-ink">
        {title}
      </h2>
      <p className="mt-2 max-w-3xl">{text}</p>
      <ol className="my-6 grid gap-2.5 sm:grid-cols-5">
        {steps.map((step, index) => (
          <li
            key={step}
            className="flex items-center gap-2.5 rounded-lg bg-page px-3.5 py-2.5 text-compact sm:flex-col sm:text-center"
          >
            <span className="grid size-7 shrink-0 place-items-center rounded-full bg-brand text-sm font-semibold text-white tabular-nums">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {phone && (
        <ButtonLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} look="accent">
          <Icon name="phone" className="size-4.5" />
          拨打 {phone}
        </ButtonLink>
      )}
      <p className="mt-4 text-sm text-muted">{note}</p>
    </Card>
  )
}
