-- Counsellors, the domains they and the questions belong to, and who follows whom.

create table domain (
  id smallint generated always as identity primary key,
  name text not null constraint domain_name_unique unique,
  position integer not null default 0,
  enabled boolean not null default true,
  -- how often somebody chose it, and how many questions in sight have it (kept by triggers)
  clicks bigint not null default 0,
  question_count integer not null default 0
);
create index domain_in_order on domain (position, id) where enabled;

create table counsellor (
  id bigint generated always as identity primary key,
  account_id bigint not null constraint counsellor_account_unique unique references account on delete cascade,
  -- as the account says them, so that lists need not ask it
  name text not null,
  gender smallint constraint counsellor_gender_known check (gender in (1, 2)),
  avatar text not null default '',
  department text not null default '',
  professional_title text not null default '',
  description text not null default '',
  qualification text not null default '',
  domain_ids smallint[] not null default '{}',
  price_cents integer not null default 0 constraint counsellor_price_not_negative check (price_cents >= 0),
  working_hours text not null default '',
  phone text not null default '',
  accid text not null default '',
  -- in the directory; a counsellor who is not listed keeps answers and followers
  is_listed boolean not null default true,
  -- every one and two characters that stand together in name, domains and description: what words are looked up by
  grams text[] not null default '{}',
  -- the same texts plainly, for longer words
  searched text not null default '',
  follow_count integer not null default 0,
  answer_count integer not null default 0,
  -- one who is followed is worth three who answered
  standing integer not null generated always as (answer_count + 3 * follow_count) stored,
  created_at timestamptz not null default now()
);
create index counsellor_by_standing on counsellor (standing desc, id) where is_listed;
create index counsellor_by_gender on counsellor (gender, standing desc, id) where is_listed;
create index counsellor_grams on counsellor using gin (grams) where is_listed;

-- Who is a counsellor has a page from the beginning, which staff complete before it is listed; who no longer is one, or
-- whose account is closed, leaves the directory.
create function follow_account() returns trigger language plpgsql as $$
begin
  if new.role_id = 2 then
    insert into counsellor (account_id, name, gender, avatar, is_listed)
    values (new.id, new.nickname, new.gender, new.avatar, false)
    on conflict (account_id) do update set name = excluded.name, gender = excluded.gender, avatar = excluded.avatar;
  end if;
  if new.role_id <> 2 or not new.enabled then
    update counsellor set is_listed = false where account_id = new.id and is_listed;
  end if;
  return null;
end
$$;
create trigger account_has_counsellor after insert on account
  for each row when (new.role_id = 2) execute function follow_account();
create trigger account_changes_counsellor after update of nickname, gender, avatar, role_id, enabled on account
  for each row execute function follow_account();
insert into counsellor (account_id, name, gender, avatar, is_listed)
  select id, nickname, gender, avatar, false from account where role_id = 2;

create table counsellor_follow (
  counsellor_id bigint not null references counsellor on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, counsellor_id)
);
create index counsellor_follow_newest on counsellor_follow (account_id, created_at desc, counsellor_id desc);
create index counsellor_follow_by_counsellor on counsellor_follow (counsellor_id);
