-- False for a message whose sender wants no notice of it outside of the chat (`isPushable: false`).
alter table im_message add column is_pushable boolean not null default true;

-- As in 0038, with `is_pushable`. It is left out for ordinary messages, and by nodes of the version before.
create or replace function im_store_messages(messages json, increases json) returns json language plpgsql
  set enable_seqscan to 'off' set enable_bitmapscan to 'off' set enable_hashjoin to 'off' set enable_mergejoin to 'off'
as $$
declare
  moment bigint := extract(epoch from clock_timestamp()) * 1000;
  result json;
begin
  update im_account set version = version + 1 where id = any(
    select im_account_id from json_to_recordset(increases) as increase(im_account_id bigint)
  );
  with new_message as materialized (
    select * from json_to_recordset(messages) as message(conversation_id bigint, seq bigint, sender_id bigint,
      id_client text, type smallint, is_unreadable boolean, client_type smallint, device_id text, body bytea,
      thread_id bigint, is_pushable boolean)
  ), conversation as (
    update im_conversation c
    set last_seq = c.last_seq + added.count, last_time = greatest(moment, c.last_time + 1) + added.count - 1
    from (select conversation_id as id, count(*) from new_message group by conversation_id) added where c.id = added.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body, thread_id,
      is_pushable)
    select conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id,
      greatest(moment, last_time + 1) + seq - last_seq - 1, body, thread_id, coalesce(is_pushable, true)
    -- the state before this statement, which does not see its own changes
    from new_message cross join lateral (
      select last_seq, last_time from im_conversation where id = conversation_id limit 1
    ) before
    returning id, conversation_id, seq, time
  ), session as (
    update im_session s set version = a.version, unread = s.unread + increase.unread, is_deleted = false
    from json_to_recordset(increases) as increase(im_account_id bigint, conversation_id bigint, unread integer)
    cross join lateral (select version from im_account where id = increase.im_account_id limit 1) a
    where s.im_account_id = increase.im_account_id and s.conversation_id = increase.conversation_id
    returning s.im_account_id, s.conversation_id, s.version, s.unread, s.ack, s.receipt, s.cleared_time, s.ext
  )
  select json_build_object(
    'messages', (select json_agg(message) from message), 'sessions', (select json_agg(session) from session)
  ) into result;
  if json_array_length(result->'sessions') is distinct from json_array_length(increases) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $$;
