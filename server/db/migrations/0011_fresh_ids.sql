-- A new generation skips ids of every table, because addresses, signatures and data in browsers keep those of the lost
-- history (decision 012). Signed ids, and those that devices compare, continue at the time: fewer than a thousand per
-- second were given out. The others skip a hundred thousand, because some are multiplied or shown in addresses.
create or replace function renew_database_history(seen_generation bigint, seen_place text, above bigint) returns bigint
language plpgsql as $$
declare
  fresh bigint;
  ids record;
begin
  update database_history
  set generation = greatest((extract(epoch from clock_timestamp()) * 1000)::bigint, generation + 1, above + 1),
    place = database_place()
  where generation = seen_generation and place = seen_place
  returning generation into fresh;
  if fresh is null then
    return null;
  end if;
  for ids in
    select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence,
      relname in ('im_message', 'im_account', 'session') as is_timed
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attidentity <> '' and atttypid = 'bigint'::regtype
  loop
    if ids.is_timed then
      perform setval(ids.sequence, greatest(nextval(ids.sequence), fresh));
    else
      perform setval(ids.sequence, nextval(ids.sequence) + 100000);
    end if;
  end loop;
  perform setval('member_number_seq', 1000 + greatest(
    nextval('member_number_seq'),
    (select max(substr(number, 6)::bigint) from member where number ~ '^\d{4}[DG]\d{1,12}$')
  ));
  return fresh;
end $$;
