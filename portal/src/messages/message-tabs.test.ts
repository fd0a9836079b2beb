// Tests of the tabs of each message kind (portal.md 4: 6 announcement, 5 review; 1 answered, 3 liked).
import { expect, test } from 'vitest'
import type { SiteMessage } from '@xinqiao/contract/http/messages/messages.ts'
import { noticeKindNames, noticeKinds } from '@xinqiao/contract/notices.ts'
import { type MessageTab, createTabFilter, subTabs } from './message-tabs.ts'

const subTabOf = { 6: '公告', 5: '审核', 1: '回答', 3: '点赞' } as const
const tabOf = { 6: 1, 5: 1, 1: 2, 3: 2 } as const

test.each(noticeKindNames)(
  'lists messages of the kind %s under their type, under 全部 beside it, and nowhere else',
  (kind) => {
    const { type } = noticeKinds[kind]
    const message: SiteMessage = {
      id: 1,
      type,
      kind,
      bulletinId: null,
      bulletinContent: '',
      problemId: null,
      problemTitle: '',
      fromName: '',
      fromAvatar: '',
      link: '/',
      createTime: '2026-01-01 00:00:00',
    }
    const found = ([1, 2] satisfies MessageTab['tab'][]).flatMap((tab) =>
      subTabs[tab].flatMap(([name], i) => (createTabFilter(tab, i + 1)(message) ? [`${tab} ${name}`] : [])),
    )
    expect(found).toEqual([`${tabOf[type]} 全部`, `${tabOf[type]} ${subTabOf[type]}`])
  },
)
