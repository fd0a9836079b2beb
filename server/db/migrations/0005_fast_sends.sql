-- Every message changes two accounts, a conversation and two sessions. Such a change stays within its page, and
-- touches no index, where the page has room and no index holds what changes (heap-only tuples).

-- A sync looks through the sessions of one account, which stand together in the primary key; an index by version
-- cost every message six index entries.
drop index im_session_by_version;
alter table im_account set (fillfactor = 50);
alter table im_conversation set (fillfactor = 50);
alter table im_session set (fillfactor = 50);

-- The writer holds the conversation's row when it inserts; looking it up once more for each message is a third of
-- the price of a message.
alter table im_message drop constraint im_message_conversation_id_fkey;
