-- The message from which a text was copied before its writer recalled or changed it. No foreign key, because messages
-- are never deleted singly, and a check of this busy table would slow every recall.
alter table crisis_text add column message_id bigint;
create index crisis_text_by_message on crisis_text (message_id) where message_id is not null;

-- Set for the announcement of a changed message; null for that of a new one.
alter table crisis_pending add column message_id bigint;
