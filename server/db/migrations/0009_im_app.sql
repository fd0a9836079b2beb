-- Apps: sites whose pages may use the chat. This installation is the first; its origins are those of the configuration.
create table im_app (
  id bigint generated always as identity primary key,
  app_key text not null default replace(gen_random_uuid()::text, '-', ''),
  name text not null,
  -- such as https://chat.example.cn
  origins text[] not null default '{}',
  is_site boolean not null default false,
  is_open boolean not null default true,
  -- empty until the first secret is created
  secret_sealed bytea not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint im_app_key_unique unique (app_key),
  constraint im_app_site_is_fixed check (not is_site or (is_open and origins = '{}'))
);
create unique index im_app_one_site on im_app (is_site) where is_site;

insert into im_app (name, is_site) values ('本站', true);
