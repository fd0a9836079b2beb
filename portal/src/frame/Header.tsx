// Header of every page: hotline and larger text, name, menu, account menu.
import { routes, serverRoutes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { readReturnAddress } from '../session/return-address.ts'
import type { PageContext } from '../page.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { LatestChats } from './LatestChats.tsx'
import { Menu, PhoneMenu } from './Menu.tsx'
import { NoticeBell } from './NoticeBell.tsx'

type HeaderProps = { site: PageContext; canonical: string }

export function Header({ site, canonical }: HeaderProps) {
  const { settings, request } = site
  return (
    <header className="contents">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-lg bg-brand px-4 py-2 font-semibold text-white focus:translate-y-0"
      >
        跳到正文
      </a>
      <HelpBar large={request.large} here={site.here} />
      <div className="sticky top-11 z-40 border-b border-line bg-surface md:top-0">
        <div className="frame flex min-h-15 items-center gap-x-3 lg:min-h-18 min-[76rem]:large:flex-wrap">
          <a href={routes.dashBoard} className="flex min-w-0 items-center gap-2.5 py-2 text-ink sm:gap-3">
            <img src="/logo.svg" alt="" width="38" height="38" className="size-9.5" />
            {/* on small phones and with larger text, the buttons of an account leave it no room */}
            <span
              className={`min-w-0 text-lead leading-snug font-bold sm:text-lg ${request.viewer ? 'max-[22rem]:sr-only max-sm:large:sr-only' : ''}`}
            >
              {settings.name}
              <small className="hidden text-[0.6875rem] leading-tight font-normal text-muted min-[25rem]:block">
                {settings.englishName}
              </small>
            </span>
          </a>
          <Menu site={site} />
          <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2 min-[76rem]:ml-2 large:ml-auto">
            {request.viewer && <LatestChats viewer={request.viewer} />}
            {request.viewer && <NoticeBell />}
            {request.viewer ? (
              <AccountMenu site={site} viewer={request.viewer} />
            ) : (
              <SignInLinks canonical={canonical} site={site} />
            )}
            <PhoneMenu site={site} />
          </div>
        </div>
      </div>
    </header>
  )
}

type SignInLinksProps = { canonical: string; site: PageContext }

function SignInLinks({ canonical, site }: SignInLinksProps) {
  const isEntrance = canonical.startsWith('/login/')
  const next = isEntrance ? readReturnAddress(site.request.url) : canonical === routes.dashBoard ? null : site.here
  return (
    <div className="flex items-center gap-1 text-compact">
      <a
        href={withQuery(routes.login, { next })}
        className="rounded-full px-3 py-2 leading-6 whitespace-nowrap text-brand-deep hover:bg-tint sm:px-4"
      >
        登录
      </a>
      <a
        href={withQuery(routes.register, { next })}
        className="hidden rounded-full bg-brand px-4 py-2 leading-6 font-semibold whitespace-nowrap text-white hover:bg-brand-deep sm:block"
      >
        注册
      </a>
    </div>
  )
}

type HelpBarProps = { large: boolean; here: string }

/** Stays visible on phones, so that the hotline is one tap away everywhere. Wide screens have room for it elsewhere. */
const HelpBar = ({ large, here }: HelpBarProps) => (
  <div className="on-dark sticky top-0 z-40 bg-ink text-fine text-on-ink md:static">
    <div className="frame flex min-h-11 items-center justify-between gap-3 md:min-h-9">
      <a href="tel:12356" className="flex min-h-11 items-center gap-1.5 hover:text-white md:min-h-9">
        <Icon name="phone" className="size-4" />
        <span className="min-[25rem]:hidden">心理援助</span>
        <span className="hidden min-[25rem]:inline">全国统一心理援助热线</span>
        <strong className="text-base tracking-wider text-white md:text-fine">12356</strong>
      </a>
      <a
        href={withQuery(serverRoutes.care, { on: large ? '0' : '1', back: here })}
        rel="nofollow"
        className="flex min-h-11 items-center gap-1.5 whitespace-nowrap hover:text-white md:min-h-9"
      >
        <Icon name="text" className="size-4" />
        {large ? '标准字号' : '关怀模式'}
      </a>
    </div>
  </div>
)
