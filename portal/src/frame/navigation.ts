// Menus. An entry whose page is not served yet is left out, with its children.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export type NavigationItem = { label: string; path: string; children?: readonly { label: string; href: string }[] }

const createTabs = (path: string, labels: readonly string[]) =>
  labels.map((label, index) => ({ label, href: withQuery(path, { tab: index === 0 ? null : index + 1 }) }))

export const memberTabs = ['会员制度', '个人会员', '单位会员', '入会指南'] as const
export const associationTabs = ['协会简介', '组织机构', '协会章程', '领导介绍'] as const

const navigation: readonly NavigationItem[] = [
  { label: '首页', path: routes.dashBoard },
  { label: '关于协会', path: routes.association, children: createTabs(routes.association, associationTabs) },
  {
    label: '会员服务',
    path: routes.member,
    children: createTabs(routes.member, memberTabs),
  },
  {
    label: '学术交流',
    path: routes.learning,
    children: [
      { label: '学术活动', href: withQuery(routes.learning, { tagId: 1 }) },
      { label: '科普宣传', href: withQuery(routes.learning, { tagId: 4 }) },
    ],
  },
  {
    label: '学术年会',
    path: routes.academic,
    children: [
      { label: '论文征集', href: routes.essay },
      { label: '技能竞赛', href: routes.competition },
      { label: '参会报名', href: routes.payment },
      { label: '直播讲座', href: routes.lectures },
    ],
  },
  {
    label: '心理咨询',
    path: routes.consult,
    children: [
      { label: '心理咨询师', href: routes.consult },
      { label: '同伴小组', href: routes.peerGroups },
    ],
  },
  { label: '心理问答', path: routes.psychology },
  {
    label: '社会服务',
    path: routes.group,
    children: [
      { label: '团体解决方案', href: routes.group },
      { label: '心理自评', href: routes.selfTest },
    ],
  },
  { label: '在线考试', path: routes.examination },
]

const removeQuery = (href: string) => href.split('?', 1)[0] ?? href

export function listServedItems(isServed: (path: string) => boolean): NavigationItem[] {
  return navigation
    .filter((item) => isServed(item.path))
    .map((item) => ({ ...item, children: item.children?.filter((child) => isServed(removeQuery(child.href))) ?? [] }))
}

/** Pages below a menu entry that are not among its children. */
const homes: Record<string, string> = {
  [routes.selfTest]: routes.group,
  [routes.myMembership]: routes.member,
  [routes.directory]: routes.member,
  [routes.certificate]: routes.member,
  [routes.consultDetail]: routes.consult,
  [routes.booking]: routes.consult,
  [routes.peerGroups]: routes.consult,
  [routes.peerGroup]: routes.consult,
  [routes.rosterGroups]: routes.consult,
  [routes.ledGroups]: routes.consult,
  [routes.paymentChannel]: routes.academic,
  [routes.individual]: routes.academic,
  [routes.individual1]: routes.academic,
  [routes.participants]: routes.academic,
  [routes.essay]: routes.academic,
  [routes.competition]: routes.academic,
  [routes.payment]: routes.academic,
  [routes.submissions]: routes.academic,
  [routes.review]: routes.academic,
  [routes.myMeetings]: routes.academic,
  [routes.place]: routes.academic,
  [routes.credits]: routes.academic,
  [routes.awards]: routes.academic,
  [routes.lectures]: routes.academic,
  [routes.lecture]: routes.academic,
  [routes.paper]: routes.examination,
  [routes.historyPapers]: routes.examination,
}
export const findMenuPath = (path: string): string => homes[path] ?? path
