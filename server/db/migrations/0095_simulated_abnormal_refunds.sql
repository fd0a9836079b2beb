-- A payment at the stand-in whose refunds fail, so that what is done about them can be tried out.
alter table simulated_trade add column refunds_fail boolean not null default false;
