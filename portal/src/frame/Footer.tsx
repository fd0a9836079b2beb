// Footer of every page: association, address, help, and legal notices.
import type { ReactNode } from 'react'
import { routes, serverRoutes, withQuery } from '@xinqiao/contract/routes.ts'
import type { Picture as PictureData } from '@xinqiao/contract/http/articles/articles.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import type { PageContext } from '../page.ts'
import { Picture } from '../pictures/Picture.tsx'
import { contactAnchor } from './contact-anchor.ts'
import { listServedItems } from './navigation.ts'
import { QrCode } from './QrCode.tsx'

export function Footer({ site }: { site: PageContext }) {
  const { settings, request } = site
  return (
    <footer className="on-dark mt-auto bg-night text-sm text-on-night">
      <div className="frame grid gap-x-8 gap-y-9 py-10 sm:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1fr_auto]">
        <address id={contactAnchor} className="not-italic">
          <FooterHeading>{settings.name}</FooterHeading>
          <dl>
            <FooterFact name="地址">{settings.address}</FooterFact>
            <FooterFact name="邮编">{settings.postcode}</FooterFact>
            <FooterFact name="电话">
              {settings.phone && <FooterLink href={createPhoneHref(settings.phone)}>{settings.phone}</FooterLink>}
            </FooterFact>
            <FooterFact name="邮箱">
              {settings.email && <FooterLink href={`mailto:${settings.email}`}>{settings.email}</FooterLink>}
            </FooterFact>
          </dl>
          <p className="mt-4">
            <a
              href="tel:12356"
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white/10 px-4 text-white hover:bg-white/20"
            >
              <Icon name="phone" className="size-4.5" />
              心理援助热线 <strong className="tracking-wider">12356</strong>
            </a>
          </p>
        </address>
        <nav aria-label="网站导航">
          <FooterHeading>网站导航</FooterHeading>
          <ul className="grid grid-cols-2 gap-x-4 sm:grid-cols-1 lg:grid-cols-2">
            {listSitePages(site).map((page) => (
              <li key={page.href} className="py-1">
                <FooterLink href={page.href}>{page.label}</FooterLink>
              </li>
            ))}
          </ul>
        </nav>
        {settings.links.length > 0 && (
          <nav aria-label="友情链接">
            <FooterHeading>友情链接</FooterHeading>
            <ul>
              {settings.links.map((link) => (
                <li key={link.title} className="py-1">
                  <FooterLink href={link.url} outside>
                    {link.title}
                  </FooterLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div>
          <FooterHeading>手机访问</FooterHeading>
          <div className="flex gap-4">
            <FooterQrCode picture={settings.miniProgram} address={`${request.origin}/`} mark="heart" caption="小程序" />
            <FooterQrCode
              picture={settings.officialAccount}
              address={`${request.origin}/`}
              mark="bridge"
              caption="公众号"
            />
          </div>
          {!(settings.miniProgram && settings.officialAccount) && (
            <p className="mt-2 max-w-52 text-xs leading-5">小程序与公众号开通前，扫码可访问手机版网站</p>
          )}
        </div>
      </div>
      <div className="border-t border-white/10">
        <div className="frame flex flex-wrap items-center justify-center gap-x-5 gap-y-1 py-5 text-center text-fine">
          {settings.icp && (
            <FooterLink href="https://beian.miit.gov.cn/" outside>
              {settings.icp}
            </FooterLink>
          )}
          {settings.police && (
            <FooterLink href={createPoliceHref(settings.police)} outside>
              {settings.police}
            </FooterLink>
          )}
          <FooterLink href={routes.privacy}>隐私政策</FooterLink>
          <FooterLink href={routes.terms}>用户服务协议</FooterLink>
          <FooterLink href={serverRoutes.rss}>
            <Icon name="rss" className="mr-1 inline size-3.5" />
            订阅
          </FooterLink>
          <span className="w-full">© {settings.name}</span>
        </div>
      </div>
    </footer>
  )
}

const FooterHeading = ({ children }: { children: ReactNode }) => (
  <h2 className="mb-2.5 text-compact font-semibold text-white">{children}</h2>
)

type FooterQrCodeProps = { picture: PictureData | null; address: string; mark: 'heart' | 'bridge'; caption: string }
/** The uploaded code, or one that leads to the site. */
const FooterQrCode = ({ picture, address, mark, caption }: FooterQrCodeProps) =>
  picture ? (
    <figure className="w-22 text-center text-xs">
      <Picture picture={picture} alt={`${caption}二维码`} sizes="88px" className="size-22 rounded-lg bg-white" />
      <figcaption className="mt-1">{caption}</figcaption>
    </figure>
  ) : (
    <QrCode address={address} mark={mark} caption={caption} />
  )

type FooterFactProps = { name: string; children: ReactNode }
const FooterFact = ({ name, children }: FooterFactProps) =>
  children ? (
    <div className="flex items-baseline">
      <dt className="shrink-0">{name}：</dt>
      <dd className="min-w-0 py-1 break-words">{children}</dd>
    </div>
  ) : null

type FooterLinkProps = { href: string; outside?: boolean; children: ReactNode }
const FooterLink = ({ href, outside, children }: FooterLinkProps) => (
  <a
    href={href}
    className="inline-block min-h-6 hover:text-white hover:underline"
    {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
  >
    {children}
    {outside && <span className="sr-only">（在新窗口打开）</span>}
  </a>
)

const createPhoneHref = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** The police register finds a site by the digits of its number. */
const createPoliceHref = (number: string) =>
  withQuery('https://beian.mps.gov.cn/#/query/webSearch', { code: number.replaceAll(/\D/g, '') })

function listSitePages(site: PageContext) {
  const main = listServedItems(site.isServed).map(({ label, path }) => ({ label, href: path }))
  const lists = [
    { label: '协会动态', href: routes.dynamic },
    { label: '通知公告', href: withQuery(routes.dynamic, { tab: 2 }) },
  ]
  return site.isServed(routes.dynamic) ? [...main, ...lists] : main
}
