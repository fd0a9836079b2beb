// Account menu: name, personal centre, console for staff, sign-out (session/sign-out.ts).
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { roleNameOf, staff } from '@xinqiao/contract/roles.ts'
import { routes, serverRoutes } from '@xinqiao/contract/routes.ts'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import type { PageContext } from '../page.ts'

const entry =
  'flex min-h-11 w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-tint hover:text-brand-deep'

type MenuEntryProps = { href: string; icon: IconName; label: string }
const MenuEntry = ({ href, icon, label }: MenuEntryProps) => (
  <li>
    <a href={href} className={entry}>
      <Icon name={icon} />
      {label}
    </a>
  </li>
)

type AccountMenuProps = { site: PageContext; viewer: User }

export function AccountMenu({ site, viewer }: AccountMenuProps) {
  const name = viewer.nickName || viewer.username
  const isStaff = viewer.roles.some((role) => staff.includes(roleNameOf(role.id)))
  return (
    <details className="group relative" data-popover="">
      <summary className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full py-1 pr-1 pl-1 sm:pr-3 text-compact hover:bg-tint">
        <span
          className="grid size-8.5 shrink-0 place-items-center rounded-full bg-brand font-semibold text-white"
          aria-hidden="true"
        >
          {Array.from(name)[0]}
        </span>
        <span className="sr-only">我的账号：</span>
        <span className="hidden max-w-20 truncate sm:block">{name}</span>
        <Icon name="arrowDown" className="hidden size-4 text-muted sm:block" />
      </summary>
      <ul className="absolute top-full right-0 mt-1 w-48 rounded-card border border-line bg-surface p-1.5 text-compact shadow-raised">
        <li className="truncate border-b border-line px-3 pt-1 pb-2 text-sm text-muted">{name}</li>
        {site.isServed(routes.setting) && <MenuEntry href={routes.setting} icon="user" label="个人中心" />}
        {site.isServed(routes.myMembership) && <MenuEntry href={routes.myMembership} icon="shield" label="我的会籍" />}
        <MenuEntry href={routes.myMeetings} icon="check" label="我的会议" />
        <MenuEntry href={routes.credits} icon="star" label="我的学分与证书" />
        <MenuEntry href={routes.booking} icon="clock" label="我的预约" />
        {site.isServed(routes.orders) && <MenuEntry href={routes.orders} icon="file" label="我的订单" />}
        {isStaff && <MenuEntry href={serverRoutes.console} icon="device" label="管理后台" />}
        <li>
          <button type="button" data-leave="" className={entry}>
            <Icon name="door" />
            退出登录
          </button>
        </li>
      </ul>
    </details>
  )
}
