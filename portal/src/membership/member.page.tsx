// Membership: four texts as tabs with their own addresses, and the visitor's next steps above them.
import { applicationMessages } from '@xinqiao/contract/membership.ts'
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import type { MemberLevel } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { readTab } from '../query.ts'
import { FeeTable } from './FeeTable.tsx'
import { memberTabs } from '../frame/navigation.ts'
import { regulationTexts, type RegulationText } from './regulations.texts.ts'
import { type ApplicationPrefill, Screen as MemberScreen, type MemberProps } from './member.screen.tsx'

type MemberPageData = { tab: number; levels: MemberLevel[]; screen: MemberProps }

const tabHref = (tab: number) => withQuery(routes.member, { tab: tab > 1 ? tab : null })

const toApplicationPrefill = ({ phone, email, gender }: User): ApplicationPrefill => ({
  mobilePhone: phone,
  email,
  gender: gender === 1 ? '男' : gender === 2 ? '女' : '',
})

export const memberPage = definePage<MemberPageData>({
  params: ['tab', 'apply'],
  cached: true,
  indexed: true,
  screen: 'member',
  async load({ api, url, viewer }) {
    const [levels, membership] = await Promise.all([
      api('GET /membership/levels', {}),
      viewer ? api('GET /membership/mine', {}) : null,
    ])
    const opens = url.searchParams.get('apply')
    const kind = opens === '2' ? 'unit' : 'individual'
    return {
      tab: readTab(url, memberTabs.length),
      levels,
      screen: { membership, levels, opens: opens ? kind : null, contact: viewer && toApplicationPrefill(viewer) },
    }
  },
  head: ({ tab }) => ({
    title: tab === 1 ? '会员服务' : (memberTabs[tab - 1] ?? ''),
    description: regulationTexts[tab - 1]?.lead ?? applicationMessages.submitted,
    canonical: tabHref(tab),
  }),
  View: ({ data: { tab, levels, screen } }) => (
    <div className="frame">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '会员服务', href: routes.member },
          { label: memberTabs[tab - 1] ?? memberTabs[0] },
        ]}
      />
      <div className="grid gap-4 md:grid-cols-[12rem_1fr] md:gap-6">
        <div className="min-w-0 md:sticky md:top-24 md:self-start">
          <TabLinks
            label="会员服务"
            look="side"
            tabs={memberTabs.map((label, index) => ({
              label,
              href: tabHref(index + 1),
              current: index + 1 === tab,
            }))}
          />
          <p className="mt-3 flex flex-wrap gap-x-5 px-4 text-sm md:flex-col md:px-7">
            <a href={routes.directory} className="py-1.5 text-brand-deep hover:underline">
              会员名录
            </a>
            <a href={routes.certificate} className="py-1.5 text-brand-deep hover:underline">
              证书核验
            </a>
          </p>
        </div>
        <div className="grid min-w-0 gap-4 md:gap-6">
          <Screen name="member" of={MemberScreen} props={screen} />
          <Card className="px-4.5 py-7 sm:p-10">
            <h1 className="mb-4 text-2xl leading-9 font-bold text-ink sm:text-display sm:leading-12">
              {memberTabs[tab - 1]}
            </h1>
            <MemberTextView text={regulationTexts[tab - 1]!} isSteps={tab === 4} />
            <FeeTable levels={levels} kind={tab === 2 ? 'individual' : tab === 3 ? 'unit' : null} />
          </Card>
        </div>
      </div>
    </div>
  ),
})

function MemberTextView({ text, isSteps }: { text: RegulationText; isSteps: boolean }) {
  return (
    <div className="article max-w-[44.625rem]">
      <p>{text.lead}</p>
      {text.sections.map(({ heading, paragraphs = [], items = [] }, index) => {
        const List = isSteps && index === 0 ? 'ol' : 'ul'
        return (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {items.length > 0 && (
              <List>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </List>
            )}
          </section>
        )
      })}
    </div>
  )
}
