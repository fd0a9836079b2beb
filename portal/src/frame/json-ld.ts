// Structured data for search engines (schema.org).
import type { BreadcrumbEntry } from '@xinqiao/ui/Breadcrumb.tsx'
import type { Article } from '@xinqiao/contract/http/articles/articles.ts'
import type { Answer, Question } from '@xinqiao/contract/http/qa/questions.ts'
import type { PageContext } from '../page.ts'

export function createOrganizationJsonLd({ settings, request }: PageContext): object {
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

export function createWebsiteJsonLd({ settings, request }: PageContext): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: settings.name,
    url: `${request.origin}/`,
    inLanguage: 'zh-CN',
  }
}

export function createBreadcrumbJsonLd({ request }: PageContext, crumbs: readonly BreadcrumbEntry[]): object {
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

/** Times of the wire are China time without a zone; search engines require the zone. */
const toIsoTime = (time: string) => `${time.replace(' ', 'T')}+08:00`

export function createArticleJsonLd({ settings, request }: PageContext, article: Article, address: string): object {
  const publisher = { '@type': 'Organization', name: settings.name, url: `${request.origin}/` }
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.description,
    image: [request.origin + (article.picture?.src ?? '/share.png')],
    datePublished: toIsoTime(article.time),
    dateModified: toIsoTime(article.updateTime),
    author: publisher,
    publisher,
    mainEntityOfPage: request.origin + address,
  }
}

const createPerson = (name: string) => ({ '@type': 'Person', name })

/** A question with its answers. An anonymous asker stays anonymous, because the reply has no name. */
export function createQuestionJsonLd(
  { request }: PageContext,
  question: Question,
  answers: readonly Answer[],
  addressOf: (answer: Answer) => string,
) {
  const visibleAnswers = answers.filter((answer) => answer.state === 'shown')
  const createAnswerJsonLd = (answer: Answer) => ({
    '@type': 'Answer',
    text: answer.content,
    dateCreated: toIsoTime(answer.createTime),
    upvoteCount: answer.likeCount,
    url: request.origin + addressOf(answer),
    author: createPerson(answer.nickname),
  })
  const [best, ...others] = visibleAnswers
  return {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: question.title,
      text: question.content,
      answerCount: question.answer,
      dateCreated: toIsoTime(question.createTime),
      author: createPerson(question.auditStatus === 1 ? '匿名用户' : question.nickname),
      ...(best && { acceptedAnswer: createAnswerJsonLd(best) }),
      suggestedAnswer: others.map(createAnswerJsonLd),
    },
  }
}
