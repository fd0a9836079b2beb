// A site of many years, for what looks at plans and times.
import type { Sql } from '../../src/kit/db.ts'

/** Spread over columns, tags and states as on a grown site; two of three in sight, one in 200 pinned. */
export async function insertManyArticles(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into article (column_id, tag_id, title, summary, excerpt, content, pinned, state, publish_at, created_at, updated_at)
    select 1 + n % 3, case when n % 3 = 2 then case when n % 2 = 0 then 1 else 4 end end,
      '第' || n || '篇：关注心理健康', repeat('普及心理健康知识，', 8), '', repeat('<p>心理健康是整体健康的一部分。</p>', 40),
      n % 200 = 0,
      case when n % 10 < 8 then 'published' when n % 10 = 8 then 'draft' else 'withdrawn' end,
      now() + interval '1 day' - n * interval '10 minutes', now() - n * interval '10 minutes',
      now() - n * interval '10 minutes'
    from generate_series(1, ${count}::int) as n`
  await sql`vacuum analyze article`
}
