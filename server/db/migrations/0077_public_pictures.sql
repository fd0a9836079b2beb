-- An avatar is shown to everyone who meets the account, so its picture opens without a login.
alter table im_file add column is_public boolean not null default false;

-- Avatars that were stored with the signature of their uploader.
with signed as (
  select im_account_id, substring(avatar from '/files/im/([\w-]{20,40})\?') as object
  from im_user where avatar like '%/files/im/%sign=%')
update im_file f set is_public = true, expires_at = null
from signed s where f.object = s.object and f.owner_id = s.im_account_id and f.kind = 'image' and f.is_complete;
update im_user set avatar = regexp_replace(avatar, '&(login|until|sign|access)=[^&?]*', '', 'g')
where avatar like '%/files/im/%sign=%';
