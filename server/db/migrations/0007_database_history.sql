-- Identity of the database's history (decision 012). A database that lost recent history assigns its numbers again, so
-- every reader of numbers first compares the generation.
create table database_history (
  only_row boolean primary key default true,
  -- milliseconds since 1970 at the beginning of the history; later histories have higher values
  generation bigint not null,
  -- where this history is continued; at another place it is another history
  place text not null,
  constraint database_history_one check (only_row)
);

-- Cluster, database, table and timeline. The timeline rises at promotion and at point-in-time recovery; a copy of the
-- database has other ids. Null on a standby, which continues no history.
create function database_place() returns text language plpgsql as $$
declare
  ids text := concat_ws('/',
    (select oid from pg_database where datname = current_database()), 'database_history'::regclass::oid);
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  return concat_ws('/',
    (select system_identifier from pg_control_system()), ids, left(pg_walfile_name(pg_current_wal_lsn()), 8));
exception
  -- some managed databases refuse these functions; their storage is shared, so a failover loses nothing
  when insufficient_privilege or undefined_function or feature_not_supported or object_not_in_prerequisite_state then
    return ids;
end $$;

-- Begins a new generation, unless another node has done so. Numbers that people or clients may have seen in the lost
-- history are skipped: message ids continue at the time, of which fewer than a thousand per second were given out.
-- Only for a history that was read as `seen_generation`, `seen_place`. Returns null when it is another one by now.
create function renew_database_history(seen_generation bigint, seen_place text, above bigint) returns bigint
language plpgsql as $$
declare
  message_ids text := pg_get_serial_sequence('im_message', 'id');
  fresh bigint;
begin
  update database_history
  set generation = greatest((extract(epoch from clock_timestamp()) * 1000)::bigint, generation + 1, above + 1),
    place = database_place()
  where generation = seen_generation and place = seen_place
  returning generation into fresh;
  if fresh is null then
    return null;
  end if;
  perform setval(message_ids, greatest(nextval(message_ids), fresh));
  perform setval('member_number_seq', 1000 + greatest(
    nextval('member_number_seq'),
    (select max(substr(number, 6)::bigint) from member where number ~ '^\d{4}[DG]\d{1,12}$')
  ));
  return fresh;
end $$;

insert into database_history (generation, place)
values ((extract(epoch from clock_timestamp()) * 1000)::bigint, database_place());
