-- What a call has gathered about people is not kept for ever.
alter table submission_call
  -- days since the results, or since the deadline where none were made known
  add column retention_days integer not null default 365,
  add column purged_at timestamptz,
  add constraint submission_call_retention check (retention_days between 90 and 1095);
