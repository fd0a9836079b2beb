// Public self-assessment: two short scales, a result in plain words, and next steps.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { HelpCard } from '../frame/HelpCard.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { readTab } from '../query.ts'
import { scales } from './scales.ts'
import { Screen as SelfTestScreen } from './selftest.screen.tsx'

const tabHref = (tab: number) => withQuery(routes.selfTest, { tab: tab > 1 ? tab : null })
const findScale = (tab: number) => scales[tab - 1]!

export const selfTestPage = definePage<{ tab: number }>({
  params: ['tab'],
  cached: true,
  indexed: true,
  screen: 'selftest',
  load: ({ url }) => Promise.resolve({ tab: readTab(url, scales.length) }),
  head: ({ tab }) => ({
    title: findScale(tab).title,
    description: `${findScale(tab).about}不需要登录，结果只显示在您的屏幕上。`,
    canonical: tabHref(tab),
  }),
  View: ({ data: { tab } }) => (
    <div className="frame pb-12">
      <PageHead title="心理自评" lead="不需要登录。作答与结果只在您的屏幕上，不会上传；除非您自己选择，也不会保存。" />
      <TabLinks
        label="自评量表"
        tabs={scales.map((scale, i) => ({ label: scale.title, href: tabHref(i + 1), current: i + 1 === tab }))}
      />
      <div className="my-6">
        <HelpCard />
      </div>
      <Screen name="selftest" of={SelfTestScreen} props={{ tab }} />
    </div>
  ),
})
