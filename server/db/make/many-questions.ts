// A Q&A of many years, for what looks at plans and times.
import type { Sql } from '../../src/kit/db.ts'

/**
 * Twelve domains of very different size, a hundred counsellors, answers spread unevenly. What the triggers keep is counted
 * at the end instead: a million times one by one would take an hour.
 */
export async function insertManyQuestions(sql: Sql, questions: number, answers: number): Promise<void> {
  await sql.begin(async (tx) => {
    // a million rows take longer than any query of the product may
    await tx`set local statement_timeout = 0`
    await tx`alter table question disable trigger user`
    await tx`alter table answer disable trigger user`
    await tx`
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
      select 'many-' || n, '', case when n <= 100 then 2 else 6 end, '', ('many-' || n)::bytea, '用户' || n
      from generate_series(1, 2000) as n`
    await tx`insert into domain (name, position) select '领域' || n, n from generate_series(1, 12) as n`
    await tx`update counsellor set is_listed = true, description = '擅长焦虑与睡眠', grams = array['焦', '焦虑', '睡眠']
      where name like '用户%'`
    await tx`
      insert into question (author_id, title, content, is_anonymous, domain_ids, state, asked_day, collect_count, created_at)
      select (select min(id) from account where username = 'many-101') + n % 1900, '第' || n || '个问题，最近总是睡不好',
        repeat('入睡困难一个多月了。', 8), n % 3 = 0,
        array[(select min(id) from domain where name = '领域1') + floor(12 * power((n * 7919 % 10007) / 10007.0, 3))::int]
          ::smallint[],
        case when n % 20 = 0 then 'held' else 'shown' end, 20000 - n / 200.0, (n * 31) % 40,
        now() - n * interval '7 minutes'
      from generate_series(1, ${questions}::int) as n`
    await tx`
      insert into answer (question_id, author_id, counsellor_id, content, state, in_sight, answered_day, like_count,
        collect_count, created_at)
      select q.id, c.account_id, c.id, repeat('先试着固定起床时间。', 10), 'shown', q.state = 'shown', 20000 - n / 1000.0,
        (n * 17) % 90, (n * 13) % 30, now() - n * interval '1 minute'
      from generate_series(1, ${answers}::int) as n
      join question q on q.id = (select min(id) from question) + (n::bigint * 7919) % ${questions}::int
      join counsellor c on c.id = (select min(id) from counsellor where name like '用户%') + n % 100`
    await tx`
      update question q set answer_count = a.n from (
        select question_id, count(*) as n from answer where in_sight group by 1) a where a.question_id = q.id`
    await tx`
      update counsellor c set answer_count = a.n from (
        select counsellor_id, count(*) as n from answer where in_sight group by 1) a where a.counsellor_id = c.id`
    await tx`
      update domain d set question_count = (
        select count(*) from question q where q.state = 'shown' and q.domain_ids @> array[d.id])`
    await tx`update tally set value = (select count(*) from question where state = 'shown') where name = 'questions'`
    await tx`update tally set value = (select count(*) from answer where in_sight) where name = 'answers'`
    // one reader who keeps much, and follows as many others do
    await tx`
      insert into answer_collect (answer_id, account_id)
      select a.id, (select id from account where username = 'many-2000') from answer a where in_sight order by a.id limit 300`
    await tx`
      insert into question_collect (question_id, account_id)
      select id, (select id from account where username = 'many-2000') from question where state = 'shown' limit 300`
    await tx`
      insert into counsellor_follow (counsellor_id, account_id)
      select c.id, reader.id from account reader cross join (
        select id from counsellor where name like '用户%' order by id limit 20) as c
      where reader.username = 'many-2000' or reader.username like 'many-17__'`
    // and many who keep and are told a little
    await tx`
      insert into answer_collect (answer_id, account_id)
      select a.id, (select min(id) from account where username = 'many-101') + a.id % 1800
      from answer a where in_sight and a.id % 3 = 0`
    await tx`
      insert into answer_like (answer_id, account_id)
      select a.id, (select min(id) from account where username = 'many-101') + a.id % 1800
      from answer a where in_sight and a.id % 2 = 0`
    await tx`
      insert into question_collect (question_id, account_id)
      select q.id, (select min(id) from account where username = 'many-101') + q.id % 1800
      from question q where state = 'shown' and q.id % 2 = 0`
    await tx`
      insert into message (account_id, kind, type, title, link, from_name, from_avatar, read_at)
      select (select min(id) from account where username = 'many-101') + n % 1800, 'liked', 3, '题', '/', '', '',
        case when n % 3 = 0 then null else now() end
      from generate_series(1, 40000) as n`
    await tx`
      insert into message (account_id, kind, type, title, link, from_name, from_avatar, read_at)
      select (select id from account where username = 'many-2000'), 'answered', 1, '题', '/', '', '',
        case when n % 3 = 0 then null else now() end
      from generate_series(1, 300) as n`
    await tx`alter table question enable trigger user`
    await tx`alter table answer enable trigger user`
  })
  const held = await sql.reserve()
  await held`set statement_timeout = 0`
  await held`vacuum analyze`
  await held`reset statement_timeout`
  held.release()
}
