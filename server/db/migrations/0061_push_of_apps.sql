-- Backends of apps pass notices on to the push tokens of their devices.
alter table im_app
  add column push_url text not null default '',
  add constraint im_app_pushes_by_backend check (push_url = '' or not (is_site or is_playground));
-- the last notice to the token of the device
alter table im_device add column notified_at timestamptz;
create index im_device_with_token on im_device (device_id) where token_sealed <> '\x';
