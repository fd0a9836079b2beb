-- Acquaintances learn of a changed profile in batches. A row says how far that has come; without a row, all know.
create table im_profile_fan_out (
  im_account_id bigint primary key references im_account on delete cascade,
  -- of the last acquaintance that knows
  last_id bigint not null default 0,
  changed_at timestamptz not null default now()
);
create index im_profile_fan_out_by_time on im_profile_fan_out (changed_at);
