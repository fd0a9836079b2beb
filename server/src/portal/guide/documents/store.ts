// SQL of the guide: the search words, and the published texts. Articles are read through their public view.
import type { Rows } from '../../../../db/rows.ts'
import type { Db } from '../../../kit/db/db.ts'
import { synonymsVersion } from '../words/synonyms.ts'

export type DocumentKind = 'article' | 'question'
type GuideDocument = Rows['guide_document'] & { kind: DocumentKind }
export type SourceText = { id: number; mark: string; title: string; text: string }

/** Only this beginning of an article is searched, markup included, because a search occupies its process. */
const maxSearchedLength = 20_000

const articleMark = (db: Db) => db`${synonymsVersion} || ' ' || extract(epoch from a.updated_at)::text`
const questionMark = (db: Db) => db`
  ${synonymsVersion} || ' ' || coalesce(extract(epoch from q.edited_at)::text, '') || ' ' || q.answer_count`
/** The best answer of a question, as lists order them. */
const bestAnswer = (db: Db) => db`
  select content from answer where question_id = q.id and in_sight order by hot desc, id desc limit 1`

/** Published articles whose search words are missing or outdated. */
export const selectChangedArticles = (db: Db, limit: number) =>
  db<SourceText[]>`
    select a.id, ${articleMark(db)} as mark, a.title, left(a.summary || chr(10) || a.content, ${maxSearchedLength}) as text
    from visible_article a left join guide_document d on d.kind = 'article' and d.source_id = a.id
    where d.mark is distinct from ${articleMark(db)} order by a.id limit ${limit}`

/** Shown questions with an answer, whose search words are missing or outdated. */
export const selectChangedQuestions = (db: Db, limit: number) =>
  db<SourceText[]>`
    select q.id, ${questionMark(db)} as mark, q.title, q.content || chr(10) || answer.content as text
    from question q left join guide_document d on d.kind = 'question' and d.source_id = q.id
    cross join lateral (${bestAnswer(db)}) answer
    where q.state = 'shown' and q.answer_count > 0 and d.mark is distinct from ${questionMark(db)}
    order by q.id limit ${limit}`

export async function upsertDocuments(db: Db, rows: readonly GuideDocument[]): Promise<void> {
  await db`
    insert into guide_document (kind, source_id, mark, title_terms, terms)
    select kind, source_id, mark, array(select json_array_elements_text(title_terms)),
      array(select json_array_elements_text(terms))
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as row(kind text, source_id bigint, mark text, title_terms json, terms json)
    on conflict (kind, source_id) do update
    set mark = excluded.mark, title_terms = excluded.title_terms, terms = excluded.terms`
}

/** Search words of articles and questions that are not published any more. */
export async function deleteHiddenDocuments(db: Db): Promise<void> {
  await db`
    delete from guide_document d where case d.kind
      when 'article' then not exists (select from visible_article a where a.id = d.source_id)
      else not exists (select from question q where q.id = d.source_id and q.state = 'shown' and q.answer_count > 0) end`
}

/**
 * A word in more documents than this says nothing about a question. The statement repeats the number, because the plan
 * for a parameter reads the whole table.
 */
export const maxHitsOfTerm = 400
export type CandidateDocument = { kind: DocumentKind; id: number }
export type TermCount = { term: string; count: number }

/**
 * The documents with the most significant words of a question. A word counts more if few documents have it, and double
 * in a title. Each word reads a limited part of the index.
 */
export async function selectCandidates(
  db: Db,
  terms: readonly string[],
  limit: number,
): Promise<{ candidates: CandidateDocument[]; counts: TermCount[] }> {
  const [row] = await db<{ candidates: CandidateDocument[] | null; counts: TermCount[] | null }[]>`
    with hit as materialized (
      select w.term, found.* from unnest(${terms as string[]}::text[]) as w(term)
      cross join lateral (
        (select kind, source_id, false as is_title from guide_document
          where terms @> array[w.term] limit 400)
        union all
        (select kind, source_id, true from guide_document where title_terms @> array[w.term] limit 400)
      ) found
    ), counted as (
      select term, count(*) filter (where not is_title) as count from hit group by term
    ), scored as (
      select hit.kind, hit.source_id,
        sum(case when counted.count < 400 or hit.is_title
          then ln(1 + 400::real / greatest(counted.count, 1)) else 0 end) as score
      from hit join counted using (term) group by hit.kind, hit.source_id
      order by score desc, hit.source_id desc limit ${limit}
    )
    select (select json_agg(json_build_object('kind', kind, 'id', source_id) order by score desc) from scored) as candidates,
      (select json_agg(json_build_object('term', term, 'count', count)) from counted) as counts`
  return { candidates: row!.candidates ?? [], counts: row!.counts ?? [] }
}

export type PublishedText = { id: number; title: string; text: string; time: Date; columnId: number | null }

export const selectPublishedArticles = (db: Db, ids: readonly number[]) =>
  db<PublishedText[]>`
    select id, title, left(summary || chr(10) || content, ${maxSearchedLength}) as text, publish_at as time,
      column_id as "columnId"
    from visible_article where id = any(${ids as number[]}::bigint[])`

export const selectPublishedQuestions = (db: Db, ids: readonly number[]) =>
  db<PublishedText[]>`
    select q.id, q.title, answer.content as text, q.created_at as time, null as "columnId"
    from question q cross join lateral (${bestAnswer(db)}) answer
    where q.id = any(${ids as number[]}::bigint[]) and q.state = 'shown'`

/** Names of the counsellors that a text mentions, longest first. */
export const selectMentionedCounsellors = (db: Db, text: string) =>
  db<{ name: string }[]>`
    select name from counsellor where length(name) > 1 and strpos(${text}, name) > 0 order by length(name) desc`

export type NamedCounsellor = { id: number; accountId: number; name: string; title: string; description: string }

/** Listed counsellors whom a question names in full, or by family name and form of address; longest names first. */
export const selectNamedCounsellors = (db: Db, question: string, limit: number) =>
  db<NamedCounsellor[]>`
    select id, account_id as "accountId", name, professional_title as title, description from counsellor
    where is_listed and length(name) > 1 and (
      strpos(${question}, name) > 0 or ${question} ~ (left(name, 1) || '(老师|医生|大夫|咨询师|主任)'))
    order by strpos(${question}, name) > 0 desc, length(name) desc, id limit ${limit}`

export type SitePage = {
  kind: 'lecture' | 'live' | 'group' | 'level' | 'conference' | 'office'
  id: number
  title: string
  text: string
  time: Date | null
}

/** Days of a meeting as its page names them: 2026年11月20日 to 2026年11月22日. */
const dayOf = (db: Db, column: 'starts_at' | 'ends_at' | 'registration_deadline') =>
  db`to_char(${db(column)} at time zone 'Asia/Shanghai', 'FMYYYY"年"FMMM"月"FMDD"日"')`

/**
 * Pages that are no articles: lectures, open peer groups, each level of members with its present fee, and the coming
 * annual conference, and the address of the association.
 */
export const selectSitePages = (db: Db, today: string) =>
  db<SitePage[]>`
    (select case when now() between starts_at and ends_at then 'live' else 'lecture' end as kind, id, title, summary || chr(10) || introduction as text, starts_at as time
      from lecture where state = 'published' order by starts_at desc limit 50)
    union all
    (select 'group', id, title, summary || chr(10) || description, created_at
      from peer_group where state = 'open' order by id desc limit 50)
    union all
    (select 'level', l.id, l.title, l.title || '：每' || case when fee.term_months = 12 then '年'
        else fee.term_months || '个月' end || trim_scale(fee.cents / 100.0) || '元', null
      from member_level l cross join lateral (
        select cents, term_months from member_fee where level_id = l.id and effective_from <= ${today}
        order by effective_from desc limit 1) fee
      where l.enabled order by l.position, l.id limit 20)
    union all
    (select 'conference', id, title, title || '：' || ${dayOf(db, 'starts_at')} || '至' || ${dayOf(db, 'ends_at')} || '，'
        || location || '；报名截至' || ${dayOf(db, 'registration_deadline')}, starts_at
      from meeting where state = 'open' and kind = 'annual' and ends_at > now() order by starts_at, id limit 1)
    union all
    (select 'office', 0, '', '地址：' || (settings->>'address') || coalesce('；电话：' || nullif(settings->>'phone', ''), '') || '。',
        null
      from site_settings where settings->>'address' <> '')`
