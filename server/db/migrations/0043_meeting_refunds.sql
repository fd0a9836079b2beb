-- What goes back to whoever cancels is asked for once, and by whoever ended it: finance then approves it.
alter table registration
  add column ended_by bigint references account on delete set null,
  add column refund_asked_at timestamptz;
create index registration_refund_due on registration (id) where refund_cents > 0 and refund_asked_at is null;
create index registration_by_ender on registration (ended_by);
