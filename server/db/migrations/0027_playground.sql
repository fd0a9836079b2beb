-- The playground of the developer documentation: an app without origins and without a secret, whose accounts live for
-- hours. Staff open it.
alter table im_app
  add column is_playground boolean not null default false,
  add constraint im_app_playground_is_fixed check (not is_playground or not is_site and origins = '{}' and alert_url = '');
create unique index im_app_one_playground on im_app (is_playground) where is_playground;
insert into im_app (name, is_playground, is_open) values ('试用页', true, false);
-- the documentation, which is cached, links to an open playground
create trigger im_app_playground_changed after update on im_app for each row
  when (new.is_playground and new.is_open <> old.is_open) execute function raise_content_version();
