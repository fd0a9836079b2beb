-- What somebody writes when booking can sound like danger too; and an alert calls somebody instead of waiting to be seen.

alter table crisis_alert
  drop constraint crisis_alert_of_one,
  add column booking_id bigint references booking on delete cascade,
  -- how often people were called for it: those on duty, then all who could be
  add column calls smallint not null default 0,
  add column called_at timestamptz,
  add constraint crisis_alert_of_one check (
    case when im_account_id is not null or conversation_id is not null
      then im_account_id is not null and conversation_id is not null and account_id is null
        and question_id is null and booking_id is null
      else account_id is not null and num_nonnulls(question_id, booking_id) = 1 end);
create unique index crisis_alert_booking_live on crisis_alert (booking_id) where state <> 'closed';
create index crisis_alert_by_booking on crisis_alert (booking_id) where booking_id is not null;
-- nobody is called for what stood there before
update crisis_alert set calls = 2;
create index crisis_alert_to_call on crisis_alert (id) where state = 'open' and calls < 2;

create table duty_person (
  account_id bigint primary key references account on delete cascade,
  since timestamptz not null default now()
);
