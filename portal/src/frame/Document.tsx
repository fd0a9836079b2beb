// The HTML document around a page's content.
import type { ReactNode } from 'react'
import { trialNotice } from '@xinqiao/contract/pages.ts'
import { serverRoutes } from '@xinqiao/contract/routes.ts'
import { Toasts } from '@xinqiao/ui/Toasts.tsx'
import type { PageMetadata, PageContext } from '../page.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { JsonBlock } from './JsonBlock.tsx'

type DocumentProps = {
  head: PageMetadata
  site: PageContext
  indexed: boolean
  screen?: string | undefined
  children: ReactNode
}

export function Document({ head, site, indexed, screen, children }: DocumentProps) {
  const { request, settings } = site
  const { assets, origin } = request
  const title = head.title === settings.name ? head.title : `${head.title} · ${settings.name}`
  const image = origin + (head.image ?? '/share.png')
  return (
    <html lang="zh-CN" className={request.large ? 'large' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        {indexed ? <link rel="canonical" href={origin + head.canonical} /> : <meta name="robots" content="noindex" />}
        <meta property="og:site_name" content={settings.name} />
        <meta property="og:locale" content="zh_CN" />
        <meta property="og:type" content={head.type ?? 'website'} />
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={origin + head.canonical} />
        <meta property="og:image" content={image} />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="theme-color" content="#12312f" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="alternate" type="application/rss+xml" title={settings.name} href={serverRoutes.rss} />
        {[...assets.css, ...((screen && assets.styles[screen]) || [])].map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {!head.isInert && <script type="module" src={assets.script} />}
        {screen && <ScreenScripts assets={assets} screen={screen} />}
        {head.jsonLd?.map((json, index) => (
          <JsonBlock key={index} type="application/ld+json" value={json} />
        ))}
      </head>
      <body className="flex min-h-dvh flex-col">
        {request.isTrial && (
          <p role="note" className="bg-warm-tint px-4 py-2 text-center text-sm font-semibold text-warm-ink">
            {trialNotice}
          </p>
        )}
        <Header site={site} canonical={head.canonical} />
        <main id="main" tabIndex={-1} className="flex-1 pb-12 outline-none md:pb-16">
          {children}
        </main>
        <Footer site={site} />
        <Toasts />
      </body>
    </html>
  )
}

type ScreenScriptsProps = { assets: PageContext['request']['assets']; screen: string }

const ScreenScripts = ({ assets, screen }: ScreenScriptsProps) => (
  <>
    {(assets.preload[screen] ?? []).map((href) => (
      <link key={href} rel="modulepreload" href={href} />
    ))}
    <script type="module" src={assets.screens} />
  </>
)
