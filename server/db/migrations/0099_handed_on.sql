-- Who takes over a place knows where they arrive from and what they eat; the one before did not.
alter table registration add column needs_receipt boolean not null default false;
