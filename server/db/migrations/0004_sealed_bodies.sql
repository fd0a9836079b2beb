-- Message bodies are sealed, each conversation with a key of its own (docs/decisions/006-sealed-bodies.md).
-- Only the process has the root secret, so it makes the missing keys and seals what is older at its next start.

alter table im_conversation
  -- the data key, sealed with the root secret; '' until the first start after this migration
  add column sealed_key bytea not null default '',
  -- the bodies up to this place are gone with their key
  add column erased_seq bigint not null default 0;
alter table im_conversation alter column sealed_key drop default;
create index im_conversation_without_key on im_conversation (id) where sealed_key = '';

-- one byte of format: 0 as it was written before this migration, 1 sealed
alter table im_message add column body bytea;
update im_message set body = '\x00'::bytea || convert_to(content::text, 'UTF8');
alter table im_message alter column body set not null;
alter table im_message drop column content;
