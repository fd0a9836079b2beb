-- Values that are bound to their row open nowhere else. Once rotate-key has converted the old ones, unbound ones are
-- refused where a bound one belongs; an installation without accounts has nothing to convert.
alter table key_in_force add column is_binding_required boolean not null default false;
update key_in_force set is_binding_required = not exists (select 1 from account);
