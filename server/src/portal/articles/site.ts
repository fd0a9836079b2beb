// Rules of banners, the floating ad, and the settings of header and footer.
import {
  siteDefaults,
  SiteSettings,
  type BannerDraft,
  type SiteSettingsWithPictures,
} from '@xinqiao/contract/http/articles/site.ts'
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { type Db } from '../../kit/db/db.ts'
import { loadPictures } from './articles.ts'
import { presentBanner, presentPicture } from './present.ts'
import type { TransactionScope } from '../../kit/ctx.ts'
import * as siteStore from './site-store.ts'
import * as store from './store.ts'

export async function listBanners(db: Db, kind?: 'head' | 'small') {
  const rows = await siteStore.selectBanners(db, kind)
  const pictures = await loadPictures(
    db,
    rows.map((row) => row.picture_key),
  )
  return rows.map((row) => presentBanner(row, pictures)).filter((banner) => banner !== null)
}

async function requirePicture(db: Db, key: string, field = 'pictureKey') {
  const [picture] = await store.selectPictures(db, [key])
  if (!picture) throw failField(field, '图片不存在，请重新上传')
  return picture
}

export async function saveBanner(
  { kit, tx, afterCommit }: TransactionScope,
  { pictureKey, ...values }: BannerDraft,
  id?: number,
) {
  const picture = await requirePicture(tx, pictureKey)
  const row = orNotFound(await siteStore.upsertBanner(tx, { ...values, picture_key: pictureKey }, id))
  const banner = presentBanner(row, new Map([[picture.key, picture]]))!
  afterCommit(kit.contentChanged)
  return banner
}

export async function deleteBanner({ kit, tx, afterCommit }: TransactionScope, id: number): Promise<void> {
  if (!(await siteStore.deleteBannerRow(tx, id))) throw fail('notFound')
  afterCommit(kit.contentChanged)
}

const noAd: siteStore.FloatingAdRow = { enabled: false, title: '', link: '', picture_key: null }

export async function getFloatingAdSettings(db: Db) {
  const { picture_key: pictureKey, ...ad } = (await siteStore.selectFloatingAd(db)) ?? noAd
  const [picture] = pictureKey ? await store.selectPictures(db, [pictureKey]) : []
  return { ...ad, pictureKey, picture: picture ? presentPicture(picture) : null }
}

export async function getFloatingAd(db: Db) {
  const { enabled, title, link, picture } = await getFloatingAdSettings(db)
  return enabled && picture ? { title, link, picture } : null
}

type FloatingAdDraft = { enabled: boolean; title: string; link: string; pictureKey: string | null }

export async function saveFloatingAd(
  { kit, tx, afterCommit }: TransactionScope,
  { pictureKey, ...ad }: FloatingAdDraft,
) {
  if (!pictureKey && ad.enabled) throw failField('pictureKey', '请上传图片')
  if (pictureKey) await requirePicture(tx, pictureKey)
  await siteStore.upsertFloatingAd(tx, { ...ad, picture_key: pictureKey })
  afterCommit(kit.contentChanged)
  return getFloatingAdSettings(tx)
}

const qrCodeKeys = ['miniProgramKey', 'officialAccountKey'] as const

export async function getSiteSettings(db: Db): Promise<SiteSettingsWithPictures> {
  const storedSettings = await siteStore.selectSiteSettings(db)
  const settings = storedSettings ? SiteSettings.parse(storedSettings) : siteDefaults
  const keys = qrCodeKeys.flatMap((name) => settings[name] ?? [])
  const pictures = keys.length > 0 ? await loadPictures(db, keys) : new Map<string, never>()
  const findPicture = (key: string | null) => {
    const row = key === null ? undefined : pictures.get(key)
    return row ? presentPicture(row) : null
  }
  return {
    ...settings,
    miniProgram: findPicture(settings.miniProgramKey),
    officialAccount: findPicture(settings.officialAccountKey),
  }
}

export async function saveSiteSettings(
  { kit, tx, afterCommit }: TransactionScope,
  settings: SiteSettings,
): Promise<SiteSettingsWithPictures> {
  for (const name of qrCodeKeys) {
    const key = settings[name]
    if (key !== null) await requirePicture(tx, key, name)
  }
  await siteStore.upsertSiteSettings(tx, settings)
  afterCommit(kit.contentChanged)
  return getSiteSettings(tx)
}
