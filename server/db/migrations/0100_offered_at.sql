-- When a place was offered to who waited: its own time begins then, and not when they registered.
alter table registration add column offered_at timestamptz;
