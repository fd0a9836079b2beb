// About the association: introduction, organisation chart, charter and leaders, as tabs with their own addresses.
import type { MemberFigures } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { associationTabs } from '../frame/navigation.ts'
import { definePage } from '../page.ts'
import { readTab } from '../query.ts'
import { charter } from './charter.texts.ts'
import { introduction } from './introduction.texts.ts'
import { organisation } from './organisation.texts.ts'
import { CharterText } from './CharterText.tsx'
import { IntroductionText } from './IntroductionText.tsx'
import { Leaders } from './Leaders.tsx'
import { OrganisationChart } from './OrganisationChart.tsx'

/** Member figures are loaded only for the introduction. */
type AboutProps = { tab: number; members: MemberFigures | null }

const tabHref = (tab: number) => withQuery(routes.association, { tab: tab > 1 ? tab : null })
const findTabTitle = (tab: number) => associationTabs[tab - 1] ?? associationTabs[0]
const descriptions = [
  introduction.lead,
  organisation.summary,
  charter.note,
  '协会理事长、副理事长、监事长与秘书处负责人介绍。',
]

export const associationPage = definePage<AboutProps>({
  params: ['tab'],
  // changes of membership do not invalidate cached pages
  cached: false,
  indexed: true,
  async load({ api, url }) {
    const tab = readTab(url, associationTabs.length)
    return { tab, members: tab === 1 ? await api('GET /membership/figures', {}) : null }
  },
  head: ({ tab }) => ({
    title: findTabTitle(tab),
    description: descriptions[tab - 1] ?? '',
    canonical: tabHref(tab),
  }),
  View: ({ data: { tab, members } }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '关于协会', href: routes.association },
          { label: findTabTitle(tab) },
        ]}
      />
      <div className="grid gap-4 md:grid-cols-[12rem_1fr] md:gap-6">
        <div className="min-w-0 md:sticky md:top-24 md:self-start">
          <TabLinks
            label="关于协会"
            look="side"
            tabs={associationTabs.map((label, index) => ({
              label,
              href: tabHref(index + 1),
              current: index + 1 === tab,
            }))}
          />
        </div>
        <Card className="px-4.5 py-7 sm:p-10">
          <h1 className="mb-6 text-2xl leading-9 font-bold text-ink sm:text-display sm:leading-12">
            {tab === 3 ? charter.title : findTabTitle(tab)}
          </h1>
          {members && <IntroductionText members={members} />}
          {tab === 2 && <OrganisationChart />}
          {tab === 3 && <CharterText />}
          {tab === 4 && <Leaders />}
        </Card>
      </div>
    </div>
  ),
})
