-- The same function (0012) with less to do: it looked through all conversations of the group for each message, and
-- wrote a lock of each session to the log before it changed it.
create or replace function im_write_known(
  account_ids bigint[], -- of both sides, each once
  conversation_ids bigint[], conversation_seqs bigint[], conversation_keys bytea[], new_counts bigint[], -- each once
  sender_ids bigint[], receiver_ids bigint[], -- who writes to whom, each pair once
  session_accounts bigint[], session_conversations bigint[], session_unreads integer[], -- both sides, each once
  message_conversations bigint[], message_seqs bigint[], message_senders bigint[], message_clients text[],
  message_types smallint[], message_unreadables smallint[], message_client_types smallint[], message_devices text[],
  message_bodies bytea[]
) returns json language plpgsql volatile
set enable_seqscan to off set enable_bitmapscan to off set enable_hashjoin to off set enable_mergejoin to off
as $$
declare
  changed integer;
  moment bigint;
  result json;
begin
  update im_account set version = version + 1 where id = any(account_ids);
  get diagnostics changed = row_count;
  if changed <> cardinality(account_ids)
    or (
      select count(*) from unnest(conversation_ids, conversation_seqs, conversation_keys) as w(id, seq, key)
      cross join lateral (
        select from im_conversation c where c.id = w.id and c.last_seq = w.seq and c.sealed_key = w.key limit 1
      ) c
    ) <> cardinality(conversation_ids)
    or exists (
      select from unnest(message_senders, message_clients) as w(sender, client)
      cross join lateral (
        select from im_message m where m.sender_id = w.sender and m.id_client = w.client limit 1
      ) m
    )
    or exists (
      select from unnest(sender_ids, receiver_ids) as w(sender, receiver)
      cross join lateral (
        select from im_relation r where r.im_account_id = w.receiver and r.peer_id = w.sender and r.is_blacked limit 1
      ) r
    )
  then
    return null;
  end if;
  moment := extract(epoch from clock_timestamp()) * 1000;
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
    -- as it was before: a statement sees nothing of what it changes
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
  ), (select count(*) from session) into result, changed;
  if changed <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $$;
