-- Letters of writers to the duty staff, a separate kind of source of an alert.
alter table crisis_alert add column is_letter boolean not null default false;
alter table crisis_signal add column is_letter boolean not null default false;
alter table crisis_signal drop constraint crisis_signal_source;
alter table crisis_signal add constraint crisis_signal_source
  unique nulls not distinct (alert_id, conversation_id, question_id, booking_id, is_letter);
alter table crisis_signal add constraint crisis_signal_letter_alone
  check (not is_letter or num_nonnulls(conversation_id, question_id, booking_id) = 0);

-- The source of each text; texts of older versions have none.
alter table crisis_text add column signal_id bigint references crisis_signal on delete set null;
create index crisis_text_by_signal on crisis_text (signal_id) where signal_id is not null;
