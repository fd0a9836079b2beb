-- Which of the keys that the installation holds seals and indexes what stands here. It changes in the transaction that
-- seals everything anew (npm run rotate-key), so that data and key always agree.
create table key_in_force (
  only_row boolean primary key default true constraint key_in_force_only_one check (only_row),
  key_id smallint not null default 1 constraint key_in_force_is_a_byte check (key_id between 1 and 255),
  since timestamptz not null default now()
);
insert into key_in_force default values;
