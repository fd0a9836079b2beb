-- Articles, pictures, attachments, banners, the floating ad and the site's settings.

create table picture (
  key text primary key,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);

create table article (
  id bigint generated always as identity primary key,
  column_id smallint not null constraint article_column_known check (column_id in (1, 2, 3)),
  tag_id smallint constraint article_tag_known check (tag_id in (1, 4)),
  title text not null,
  summary text not null,
  -- the beginning of the text, shown where nobody wrote a summary
  excerpt text not null,
  content text not null,
  picture_key text references picture,
  pinned boolean not null default false,
  -- scheduled is published at a time to come, so that no job has to wake up for it
  state text not null default 'draft' constraint article_state_known check (state in ('draft', 'published', 'withdrawn')),
  publish_at timestamptz,
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint article_published_has_time check (state <> 'published' or publish_at is not null)
);
create index article_by_column on article (column_id, pinned desc, publish_at desc, id desc) where state = 'published';
create index article_by_tag on article (tag_id, pinned desc, publish_at desc, id desc) where state = 'published';
create index article_by_time on article (publish_at desc, id desc) where state = 'published';
create index article_in_column_by_time on article (column_id, publish_at desc, id desc) where state = 'published';
create index article_for_staff on article (updated_at desc, id desc);

-- The one place that decides what the public may see.
create view visible_article as
  select id, column_id, tag_id, title, coalesce(nullif(summary, ''), excerpt) as summary, content, picture_key, pinned, publish_at, updated_at
  from article
  where state = 'published' and publish_at <= now();

create table attachment (
  id bigint generated always as identity primary key,
  key text not null constraint attachment_key_unique unique,
  name text not null,
  mime text not null,
  bytes bigint not null,
  article_id bigint references article on delete cascade,
  position integer not null default 0,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index attachment_by_article on attachment (article_id, position, id);

create table banner (
  id bigint generated always as identity primary key,
  kind text not null constraint banner_kind_known check (kind in ('head', 'small')),
  title text not null,
  subtitle text not null,
  link text not null,
  picture_key text not null references picture,
  position integer not null,
  enabled boolean not null
);
create index banner_by_kind on banner (kind, position, id);

create table floating_ad (
  only_row boolean primary key default true constraint floating_ad_is_one check (only_row),
  enabled boolean not null,
  title text not null,
  link text not null,
  picture_key text references picture
);

create table site_settings (
  only_row boolean primary key default true constraint site_settings_is_one check (only_row),
  settings jsonb not null
);

-- Raised by whatever changes a public page; every node watches it and drops its cached pages.
create table content_version (
  only_row boolean primary key default true constraint content_version_is_one check (only_row),
  version bigint not null
);
insert into content_version (version) values (1);

create function raise_content_version() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1;
  return null;
end
$$;

create trigger article_shown after insert on article
  for each row when (new.state = 'published') execute function raise_content_version();
create trigger article_changed after update on article
  for each row when (old.state = 'published' or new.state = 'published') execute function raise_content_version();
create trigger article_gone after delete on article
  for each row when (old.state = 'published') execute function raise_content_version();
create trigger attachment_changed after insert or update or delete on attachment
  for each statement execute function raise_content_version();
create trigger banner_changed after insert or update or delete on banner
  for each statement execute function raise_content_version();
create trigger floating_ad_changed after insert or update or delete on floating_ad
  for each statement execute function raise_content_version();
create trigger site_settings_changed after insert or update or delete on site_settings
  for each statement execute function raise_content_version();
