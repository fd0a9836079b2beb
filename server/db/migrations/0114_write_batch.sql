-- Stores a batch of numbered messages in one statement. The caller holds the locks of all accounts, has read their
-- versions and conversations under them, and has left out repetitions and refused messages (im/msg/send/write.ts).
-- The first arrays are columns of im_message. The last four are columns of im_session: with the next version of the
-- account, and with the number to add to `unread`. Arrays, because JSON takes a tenth longer. The settings keep the
-- plans on the indexes, because a plan made while a table was small would scan it for ever.
create function im_write_batch(conversation_ids bigint[], seqs bigint[], sender_ids bigint[], client_ids text[],
  types smallint[], are_unreadable boolean[], client_types smallint[], device_ids text[], times bigint[],
  bodies bytea[], thread_ids bigint[], are_pushable boolean[], session_accounts bigint[],
  session_conversations bigint[], session_versions bigint[], session_increases integer[]
) returns json language plpgsql
  set enable_seqscan to 'off' set enable_bitmapscan to 'off' set enable_hashjoin to 'off' set enable_mergejoin to 'off'
as $$
declare
  result json;
  session_count integer;
begin
  with changed_account as (
    update im_account a set version = changed.version
    from (select distinct * from unnest(session_accounts, session_versions) as w(id, version)) changed
    where a.id = changed.id
  ), changed_conversation as (
    update im_conversation c set last_seq = last.seq, last_time = last.time
    from (
      select w.id, max(w.seq) as seq, max(w.time) as time
      from unnest(conversation_ids, seqs, times) as w(id, seq, time) group by w.id
    ) last
    where c.id = last.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body, thread_id,
      is_pushable)
    select * from unnest(conversation_ids, seqs, sender_ids, client_ids, types, are_unreadable, client_types,
      device_ids, times, bodies, thread_ids, are_pushable)
    returning id, conversation_id, seq
  ), session as (
    update im_session s set version = w.version, unread = s.unread + w.increase, is_deleted = false
    from unnest(session_accounts, session_conversations, session_versions, session_increases)
      as w(account_id, conversation_id, version, increase)
    where s.im_account_id = w.account_id and s.conversation_id = w.conversation_id
    returning s.im_account_id, s.conversation_id, s.version, s.unread, s.ack, s.receipt, s.cleared_time, s.ext
  )
  select json_build_object(
    'messages', (select json_agg(message) from message), 'sessions', (select json_agg(session) from session)
  ), (select count(*) from session) into result, session_count;
  if session_count <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $$;

-- No released version calls it.
drop function im_store_messages;
