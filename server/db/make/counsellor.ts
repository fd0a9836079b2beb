// Counsellors with complete pages, for the demo site and for tests.
import type { Db } from '../../src/kit/db.ts'
import { gramsOf, plainTexts } from '../../src/portal/counsellors/grams.ts'

export type CounsellorToMake = {
  accountId: number
  domainIds?: number[]
  department?: string
  title?: string
  description?: string
  qualification?: string
  priceCents?: number
  hours?: string
  phone?: string
}

/** Completes the page of a counsellor's account and lists it. @returns its number */
export async function makeCounsellor(db: Db, counsellor: CounsellorToMake): Promise<number> {
  const { accountId, domainIds = [], department = '心理咨询中心', title = '心理治疗师' } = counsellor
  const { description = '', qualification = '', priceCents = 30_000, hours = '', phone = '' } = counsellor
  const [row] = await db<{ id: number; name: string; domains: string[] }[]>`
    select c.id, c.name, coalesce((select array_agg(name) from domain where id = any(${domainIds}::smallint[])), '{}')
      as domains
    from counsellor c where c.account_id = ${accountId}`
  const texts = [row!.name, department, title, description, ...row!.domains]
  await db`
    update counsellor set department = ${department}, professional_title = ${title}, description = ${description},
      qualification = ${qualification}, domain_ids = ${domainIds}::smallint[], price_cents = ${priceCents},
      working_hours = ${hours}, phone = ${phone}, is_listed = true, grams = ${gramsOf(texts)}::text[],
      searched = ${plainTexts(texts)}
    where id = ${row!.id}`
  return row!.id
}

export async function makeDomain(db: Db, name: string, position = 0): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into domain (name, position) values (${name}, ${position})
    on conflict (name) do update set position = excluded.position returning id`
  return row!.id
}
