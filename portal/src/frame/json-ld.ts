// The descriptions of pages for search engines (schema.org).
import type { Crumb } from '@xinqiao/ui/Breadcrumb.tsx'
import type { Article } from '@xinqiao/contract/http/articles.ts'
import type { Site } from '../page.ts'

export function organizationJsonLd({ settings, request }: Site): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: settings.name,
    alternateName: settings.englishName,
    url: `${request.origin}/`,
    logo: `${request.origin}/apple-touch-icon.png`,
    description: settings.description,
    email: settings.email || undefined,
    telephone: settings.phone || undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: settings.address,
      postalCode: settings.postcode,
      addressCountry: 'CN',
    },
  }
}

export function websiteJsonLd({ settings, request }: Site): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: settings.name,
    url: `${request.origin}/`,
    inLanguage: 'zh-CN',
  }
}

export function breadcrumbJsonLd({ request }: Site, crumbs: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.label,
      item: crumb.href ? request.origin + crumb.href : undefined,
    })),
  }
}

/** Times are China time without a zone; search engines want the zone. */
const instant = (time: string) => `${time.replace(' ', 'T')}+08:00`

export function articleJsonLd({ settings, request }: Site, article: Article, address: string): object {
  const publisher = { '@type': 'Organization', name: settings.name, url: `${request.origin}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.description,
    image: [request.origin + (article.picture?.src ?? '/share.png')],
    datePublished: instant(article.time),
    dateModified: instant(article.updateTime),
    author: publisher,
    publisher,
    mainEntityOfPage: request.origin + address,
  }
}
