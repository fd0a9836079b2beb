-- When each periodic job is due. The row is locked while its job runs, so that one node at a time runs it, and a node
-- that dies lets go of it at once.
create table job (
  name text primary key,
  due_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- what the last run ran into; null when it went well
  failure text
);
