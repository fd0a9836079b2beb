-- The message that a kept text was copied from, before its writer recalled or changed it. No foreign key: messages are
-- never deleted one by one, and a check of this hot table would cost every recall.
alter table crisis_text add column message_id bigint;
create index crisis_text_by_message on crisis_text (message_id) where message_id is not null;

-- Announced changes of stored messages; without it, the row announces a new message.
alter table crisis_pending add column message_id bigint;
