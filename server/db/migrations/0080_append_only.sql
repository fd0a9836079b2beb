-- One pair of functions for every table that only grows; each names the table that it stands before.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end
$$;
-- an empty one may be emptied: that is how a backup comes into an empty installation
create or replace function refuse_emptying() returns trigger language plpgsql as $$
declare
  has_rows boolean;
begin
  execute format('select exists (select from %I.%I)', tg_table_schema, tg_table_name) into has_rows;
  if has_rows then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end
$$;

create or replace trigger security_event_only_grows before update or delete on security_event
  for each row execute function refuse_change();
create or replace trigger security_event_not_emptied before truncate on security_event
  for each statement execute function refuse_emptying();
create or replace trigger ledger_entry_only_grows before update or delete on ledger_entry
  for each row execute function refuse_change();
drop function refuse_security_change();
drop function refuse_security_emptying();
drop function refuse_ledger_change();
