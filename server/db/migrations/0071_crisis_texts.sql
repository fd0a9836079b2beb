-- Danger is heard in everything that people write to the association: complaints, reasons, appeals, ratings, reports. The
-- words stand with the alert, since the place they were written in may show others, or open to nobody.

alter table crisis_alert
  drop constraint crisis_alert_of_one,
  -- written in a report, or an appeal for an answer: about something else than a question or an appointment of the writer
  add column is_report boolean not null default false,
  add constraint crisis_alert_of_one check (
    case when im_account_id is not null or conversation_id is not null
      then im_account_id is not null and conversation_id is not null and account_id is null
        and question_id is null and booking_id is null and not is_report
      else account_id is not null and num_nonnulls(question_id, booking_id) + is_report::int = 1 end);
create unique index crisis_alert_report_live on crisis_alert (account_id) where is_report and state <> 'closed';

create table crisis_text (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index crisis_text_by_alert on crisis_text (alert_id, id);
