-- Chat accounts belong to an app: the site, or one whose backend creates them. A name is unique within its app.
create function im_site_app() returns bigint language sql stable as 'select id from im_app where is_site';

alter table im_account
  alter column account_id drop not null,
  add column app_id bigint not null default im_site_app(),
  add column is_blocked boolean not null default false,
  add column is_muted boolean not null default false,
  add constraint im_account_app_id_fkey foreign key (app_id) references im_app (id),
  drop constraint im_account_accid_unique,
  add constraint im_account_accid_unique unique (app_id, accid);

-- A token without a session belongs to an account of an app, which has one token at a time.
alter table im_token alter column session_id drop not null;
create unique index im_token_one_without_session on im_token (im_account_id) where session_id is null;

alter table im_broadcast
  add column app_id bigint not null default im_site_app(),
  add constraint im_broadcast_app_id_fkey foreign key (app_id) references im_app (id);
