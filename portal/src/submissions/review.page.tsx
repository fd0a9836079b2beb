// Reviews assigned to an expert; its number opens one.
import { fail } from '@xinqiao/contract/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { PageHead } from '../frame/PageHead.tsx'
import { Screen } from '../frame/Screen.tsx'
import { definePage, Redirect } from '../page.ts'
import { readNumber } from '../query.ts'
import { Screen as ReviewScreen, type ReviewProps } from './review.screen.tsx'

export const reviewPage = definePage<ReviewProps>({
  params: ['id'],
  cached: false,
  indexed: false,
  screen: 'review',
  async load({ api, url, viewer }) {
    const id = readNumber(url, 'id')
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: withQuery(routes.review, { id }) }))
    if (viewer.roles[0]?.id !== roles.counsellor) throw fail('forbidden', '评审只对专家账号开放')
    const [list, sheet] = await Promise.all([
      api('GET /review/mine', {}),
      id === null ? null : api('GET /review/sheet', { id }),
    ])
    return { list, sheet }
  },
  head: () => ({ title: '作品评审', description: '论文与参赛作品的双盲评审。', canonical: routes.review }),
  View: ({ data }) => (
    <div className="frame max-w-[60rem]">
      <PageHead under="academic" title="作品评审" lead="作品已隐去作者信息；与作者有利益关系的，请回避。" />
      <Screen name="review" of={ReviewScreen} props={data} />
    </div>
  ),
})
