-- Accounts that once had the role user: others may know them by an alias, also after the role has changed.
alter table account add column was_user boolean not null default false;
update account set was_user = true where role_id = 6
  or id in (select account_id from security_event where kind = 'roleChanged');

create function remember_role_user() returns trigger language plpgsql as $$
begin
  new.was_user := true;
  return new;
end $$;
create trigger account_was_user before update of role_id on account
  for each row when (old.role_id = 6) execute function remember_role_user();
