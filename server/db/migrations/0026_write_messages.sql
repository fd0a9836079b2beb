-- Stores a batch of numbered messages in one statement. The caller holds the locks of all accounts, has read the
-- conversations under them, and has left out repetitions and blocked senders (im/msg/send/write.ts). The settings keep
-- the plans on the indexes, because a plan made while a table was small would scan it for ever.
-- im_write_known stays for nodes of the version before, which run during the upgrade; the next version drops it.
create function im_write_messages(account_ids bigint[], conversation_ids bigint[], new_counts bigint[],
  session_accounts bigint[], session_conversations bigint[], session_unreads integer[],
  message_conversations bigint[], message_seqs bigint[], message_senders bigint[], message_clients text[],
  message_types smallint[], message_unreadables smallint[], message_client_types smallint[], message_devices text[],
  message_bodies bytea[]) returns json language plpgsql set enable_seqscan to 'off' set enable_bitmapscan to 'off'
  set enable_hashjoin to 'off' set enable_mergejoin to 'off' as $$
declare
  moment bigint := extract(epoch from clock_timestamp()) * 1000;
  session_count integer;
  result json;
begin
  update im_account set version = version + 1 where id = any(account_ids);
  with conversation as (
    update im_conversation c
    set last_seq = c.last_seq + w.more, last_time = greatest(moment, c.last_time + 1) + w.more - 1
    from unnest(conversation_ids, new_counts) as w(id, more) where c.id = w.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select w.conversation, w.seq, w.sender, w.client, w.type, w.unreadable = 1, w.client_type, w.device,
      greatest(moment, c.last_time + 1) + w.seq - c.last_seq - 1, w.body
    from unnest(message_conversations, message_seqs, message_senders, message_clients, message_types,
      message_unreadables, message_client_types, message_devices, message_bodies)
      as w(conversation, seq, sender, client, type, unreadable, client_type, device, body)
    -- the state before this statement, which does not see its own changes
    cross join lateral (select last_seq, last_time from im_conversation where id = w.conversation limit 1) c
    returning id, conversation_id, seq, time
  ), session as (
    update im_session s set version = a.version, unread = s.unread + w.unread, is_deleted = false
    from unnest(session_accounts, session_conversations, session_unreads) as w(account, conversation, unread)
    cross join lateral (select version from im_account where id = w.account limit 1) a
    where s.im_account_id = w.account and s.conversation_id = w.conversation
    returning s.*
  )
  select json_build_object(
    'messages', (select json_agg(json_build_array(conversation_id, seq, id, time)) from message),
    'sessions', (
      select json_agg(json_build_array(
        im_account_id, conversation_id, version, unread, ack, receipt, cleared_time, ext
      )) from session
    )
  ), (select count(*) from session) into result, session_count;
  if session_count <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $$;
