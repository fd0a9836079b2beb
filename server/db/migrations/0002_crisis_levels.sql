-- Alerts of all levels are in the duty list: also worry about another person, and violence or abuse.
alter table crisis_alert drop constraint crisis_alert_level_known;
alter table crisis_alert add constraint crisis_alert_level_known
  check (level in ('plan', 'thought', 'other', 'violence'));
alter table crisis_signal drop constraint crisis_signal_level_known;
alter table crisis_signal add constraint crisis_signal_level_known
  check (level in ('plan', 'thought', 'other', 'violence'));
