-- Most messages belong to a conversation whose place and key the process still knows from the message before. Then it
-- can seal them beforehand, and all of a group is one statement, one way to the database and back, with its commit.
--
-- What the caller believes is checked under the accounts' locks: the last seq and the key of each conversation, that
-- nothing of it was sent before, that nobody has blocked the sender. If anything is otherwise, nothing is written and
-- the answer is null; the caller then goes the long way (server/src/im/msg/write.ts). Versions that were raised in
-- vain harm nothing.
--
-- The settings keep the plans on the indexes: one made while a table was small would read all of it for ever. The
-- accounts are locked by walking their index, that is in the order of their ids.
create function im_write_known(
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
  raised integer;
  moment bigint;
  result json;
begin
  update im_account set version = version + 1 where id = any(account_ids);
  get diagnostics raised = row_count;
  if raised <> cardinality(account_ids)
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
    returning c.id, c.last_seq, c.last_time
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select w.conversation, w.seq, w.sender, w.client, w.type, w.unreadable = 1, w.client_type, w.device,
      c.last_time - c.last_seq + w.seq, w.body
    from unnest(message_conversations, message_seqs, message_senders, message_clients, message_types,
      message_unreadables, message_client_types, message_devices, message_bodies)
      as w(conversation, seq, sender, client, type, unreadable, client_type, device, body)
    join conversation c on c.id = w.conversation
    returning id, conversation_id, seq, time
  ), session as (
    insert into im_session as s (im_account_id, conversation_id, version, unread)
    select w.account, w.conversation, a.version, w.unread
    from unnest(session_accounts, session_conversations, session_unreads) as w(account, conversation, unread)
    cross join lateral (select version from im_account where id = w.account limit 1) a
    on conflict (im_account_id, conversation_id) do update
    set version = excluded.version, unread = s.unread + excluded.unread, is_deleted = false
    returning s.*
  )
  select json_build_object(
    'messages', (select json_agg(json_build_array(conversation_id, seq, id, time)) from message),
    'sessions', (
      select json_agg(json_build_array(
        im_account_id, conversation_id, version, unread, ack, receipt, cleared_time, ext
      )) from session
    )
  ) into result;
  return result;
end $$;
