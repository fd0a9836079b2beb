// The demo site: the same content for the same day, stored completely or not at all.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import sharp from 'sharp'
import { chinaOffsetMs, dayMs, hourMs } from '@xinqiao/contract/time.ts'
import { chatRoles } from '../../src/im/auth/tokens.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { fileOfBytes } from '../../src/kit/files/uploads.ts'
import { transaction, type Tx } from '../../src/kit/db/db.ts'
import { chinaDay } from '../../src/kit/time.ts'
import { storeAttachment } from '../../src/portal/articles/attachments.ts'
import { createPictureUrl } from '../../src/portal/articles/html.ts'
import { storePicture } from '../../src/portal/articles/pictures.ts'
import { upsertBanner, upsertFloatingAd, upsertSiteSettings } from '../../src/portal/articles/site-store.ts'
import { updateAttachments, type PictureRow } from '../../src/portal/articles/store.ts'
import { createAccount } from '../fixtures/account.ts'
import { createArticle } from '../fixtures/article.ts'
import { articlesFor, type SeedArticle } from './articles.ts'
import { seedBookings } from './bookings.ts'
import { seedCalendar } from './calendar.ts'
import { fillDuesStatement, readIncome } from './dues.ts'
import { seedExams } from './exams.ts'
import { seedMeetings } from './meetings.ts'
import { seedConsulting } from './consulting.ts'
import { seedPeerGroups } from './peer-groups.ts'
import { seedRosterGroups } from './roster-groups.ts'
import { seedLectures } from './lectures.ts'
import { seedSubmissions } from './submissions.ts'
import { seedOrders } from './orders.ts'
import { seedTransfers } from './transfers.ts'
import { people } from './people.ts'
import { seedMembers } from './members.ts'
import { settings } from './settings.ts'
import { seedConversations } from './conversations.ts'
import { seedTraining } from './training.ts'

const artFolder = path.join(import.meta.dirname, 'art')

type SeedPictures = Map<string, PictureRow>

async function renderPicture(kit: Kit, name: string): Promise<PictureRow> {
  const svg = readFileSync(path.join(artFolder, `${name}.svg`))
  const width = name.startsWith('head') ? 1920 : 960
  const png = await sharp(svg, { density: 144 }).resize({ width }).flatten({ background: '#ffffff' }).png().toBuffer()
  return storePicture(kit, png, null)
}

async function renderPictures(kit: Kit, articles: readonly SeedArticle[]): Promise<SeedPictures> {
  const inTexts = articles.flatMap((article) =>
    [...article.body.matchAll(/data-art="([\w-]+)"/g)].map((match) => match[1] ?? ''),
  )
  const covers = articles.flatMap((article) => (article.cover ? [article.cover] : []))
  const frame = ['head-1', 'head-2', 'head-3', 'floating-ad']
  const names = [...new Set([...frame, ...covers, ...inTexts])].sort()
  const art: SeedPictures = new Map()
  // two at a time: the smallest machine has two cores
  const namesLeft = [...names]
  const renderNext = async () => {
    for (let name = namesLeft.shift(); name; name = namesLeft.shift()) art.set(name, await renderPicture(kit, name))
  }
  await Promise.all([renderNext(), renderNext()])
  return art
}

const writeWord = ({ title, lines }: { title: string; lines: string[] }) =>
  Packer.toBuffer(
    new Document({
      styles: { default: { document: { run: { font: 'SimSun', size: 24 } } } },
      sections: [
        {
          children: [
            new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun(title)] }),
            ...lines.map((line) => new Paragraph({ spacing: { line: 360 }, children: [new TextRun(line)] })),
          ],
        },
      ],
    }),
  )

const fillPictures = (body: string, art: SeedPictures) =>
  body.replace(/<img data-art="([\w-]+)"/g, (_tag, name: string) => {
    const picture = art.get(name)
    return picture ? `<img src="${createPictureUrl(picture.key, picture.width)}"` : '<img'
  })

async function seedArticles(
  tx: Tx,
  {
    articles,
    art,
    attachments,
    authorId,
    today,
  }: {
    articles: readonly SeedArticle[]
    art: SeedPictures
    attachments: Map<string, number>
    authorId: number
    today: number
  },
) {
  const ids = new Map<string, number>()
  // oldest first, so that ids rise with the dates, as on a real site
  for (const article of [...articles].sort((a, b) => b.daysAgo - a.daysAgo || b.columnId - a.columnId)) {
    const hourOfDay = 9 + (article.title.length % 8)
    const publishAt = new Date(Math.min(today - article.daysAgo * dayMs + hourOfDay * hourMs, Date.now() - 60_000))
    const id = await createArticle(tx, {
      title: article.title,
      psychologyColumnId: article.columnId,
      tagId: article.tagId,
      description: article.summary,
      content: fillPictures(article.body, art),
      pictureKey: article.cover ? (art.get(article.cover)?.key ?? null) : null,
      pinned: article.pinned ?? false,
      publishAt,
      authorId,
    })
    await tx`update article set updated_at = publish_at where id = ${id}`
    const file = attachments.get(article.key)
    if (file !== undefined) await updateAttachments(tx, id, [file])
    ids.set(article.key, id)
  }
  return ids
}

/** The annual account of dues for the year before an article's date. */
const fillAccounts = (tx: Tx, articles: readonly SeedArticle[], today: number) =>
  Promise.all(
    articles.map(async (article) => {
      if (!article.body.includes('{dues')) return article
      const year = Number(chinaDay(new Date(today - article.daysAgo * dayMs)).slice(0, 4)) - 1
      return { ...article, body: fillDuesStatement(article.body, await readIncome(tx, year)) }
    }),
  )

async function seedFrame(tx: Tx, art: SeedPictures, articles: readonly SeedArticle[], ids: Map<string, number>) {
  const link = (key: string) => `/detail/index?id=${ids.get(key)}`
  const key = (name: string) => art.get(name)?.key ?? ''
  const conference = link('conference-second-round')
  const heads = [
    {
      title: '第十三届学术年会',
      subtitle: '心理健康服务的循证与温度：报告、工作坊与技能竞赛同期举行',
      link: conference,
    },
    {
      title: '学一点心理知识，照顾好自己和身边的人',
      subtitle: '科普文章由本会专家撰写，通俗、可靠、可以马上用起来',
      link: '/learning/index?tagId=4',
    },
    {
      title: '为学校、社区与企业定制心理服务',
      subtitle: '测评、咨询、团辅、讲座，一次沟通，完整方案',
      link: '/group/index',
    },
  ]
  for (const [i, head] of heads.entries()) {
    await upsertBanner(tx, { ...head, kind: 'head', picture_key: key(`head-${i + 1}`), position: i + 1, enabled: true })
  }
  const features = articles
    .filter((article) => article.cover && article.columnId !== 2)
    .sort((a, b) => a.daysAgo - b.daysAgo)
    .slice(0, 4)
  for (const [i, article] of features.entries()) {
    const banner = {
      title: article.title,
      subtitle: '',
      link: link(article.key),
      picture_key: key(article.cover ?? ''),
    }
    await upsertBanner(tx, { ...banner, kind: 'small', position: i + 1, enabled: true })
  }
  await upsertFloatingAd(tx, {
    enabled: true,
    title: '第十三届学术年会第二轮通知',
    link: '',
    picture_key: key('floating-ad'),
  })
}

/** Fills an empty database, and leaves any other unchanged. */
export async function seedDemo(kit: Kit, print: (text: string) => void): Promise<void> {
  const [row] = await kit.sql<{ count: number }[]>`select count(*) from account`
  if (row && row.count > 0) return
  print('正在写入演示内容（首次约半分钟）…')
  // midnight in China of the day of seeding
  const today = Math.floor((Date.now() + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs
  const articles = articlesFor(new Date(today))
  const art = await renderPictures(kit, articles)
  const attachments = new Map<string, number>()
  for (const { key, attachment } of articles) {
    if (!attachment) continue
    const file = await storeAttachment(kit, fileOfBytes(attachment.name, await writeWord(attachment)), null)
    attachments.set(key, file.id)
  }
  const idOf = new Map<string, number>()
  let examinerId = 0
  await transaction(kit.sql, async (tx, afterCommit) => {
    let editorId = 0
    let adminId = 0
    for (const person of people) {
      const id = await createAccount(tx, kit.secrets, {
        ...person,
        isDemo: true,
        email: `${person.username}@xinqiao.invalid`,
      })
      if (person.username === 'editor') editorId = id
      if (person.username === 'admin') adminId = id
      if (person.username === 'examiner') examinerId = id
      if (chatRoles.includes(person.roleId)) idOf.set(person.username, id)
    }
    await seedMembers(kit, tx, { todayMs: today, idOf, reviewerId: adminId })
    const accountIds = await fillAccounts(tx, articles, today)
    const ids = await seedArticles(tx, { articles: accountIds, art, attachments, authorId: editorId, today })
    await seedFrame(tx, art, articles, ids)
    await upsertSiteSettings(tx, settings)
    afterCommit(kit.contentChanged)
  })
  await seedCalendar(kit, today)
  await seedMeetings(kit, today, idOf)
  await seedTraining(kit, today, idOf)
  await seedConsulting(kit, today, idOf)
  await seedBookings(kit, today, idOf)
  await seedSubmissions(kit, today, idOf)
  await seedOrders(kit, today)
  await seedTransfers(kit, today, idOf)
  await seedExams(kit, today, idOf, examinerId)
  await seedConversations(kit, today, idOf)
  await seedPeerGroups(kit, idOf)
  await seedRosterGroups(kit, idOf)
  await seedLectures(kit, today, idOf)
  await kit.sql`analyze`
}
