-- The order of the duty list: exercises below alerts, open ones first, then severity and age.
alter table crisis_alert add column severity smallint not null
  generated always as (array_position(array['plan', 'thought', 'other', 'violence'], level)) stored;
create index crisis_alert_in_order on crisis_alert (is_drill, state, severity, id) where state <> 'closed';
