// Award notice: shown publicly for some working days, with the way to object.
import { routes } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage } from '../page.ts'
import { Screen as AwardsScreen, type AwardsProps } from './awards.screen.tsx'

const title = '评奖公示'

export const awardsPage = definePage<AwardsProps>({
  params: [],
  cached: false,
  // names are public only during the notice period
  indexed: false,
  screen: 'awards',
  async load({ api, viewer }) {
    const [notices, objections] = await Promise.all([
      api('GET /submission/notices', {}),
      viewer ? api('GET /submission/objections', {}) : [],
    ])
    return { notices, objections, isKnown: viewer !== null }
  },
  head: () => ({ title, description: '论文、竞赛与先进评选结果的公示与异议。', canonical: routes.awards }),
  View: ({ data }) => (
    <div className="frame max-w-[60rem]">
      <PageHead
        under="academic"
        title={title}
        lead="评选结果先行公示，期间接受实名异议；期满且异议均已答复后，正式公布并颁发证书。"
      />
      {data.notices.length > 0 || data.objections.length > 0 ? (
        <Screen name="awards" of={AwardsScreen} props={data} />
      ) : (
        <Card>
          <EmptyState
            picture="/art/empty.svg"
            title="目前没有公示"
            text="论文、竞赛与先进评选的结果确定后，在这里公示。"
          >
            <ButtonLink href={routes.academic}>返回学术年会</ButtonLink>
          </EmptyState>
        </Card>
      )}
    </div>
  ),
})
