-- A question can sound like danger as well as a message: its writer stands on the same duty list.

alter table crisis_alert
  alter column im_account_id drop not null,
  alter column conversation_id drop not null,
  add column account_id bigint references account on delete cascade,
  add column question_id bigint references question on delete cascade,
  add constraint crisis_alert_of_one check (
    (conversation_id is not null and im_account_id is not null and question_id is null and account_id is null)
    or (question_id is not null and account_id is not null and conversation_id is null and im_account_id is null));
create unique index crisis_alert_question_live on crisis_alert (question_id) where state <> 'closed';
create index crisis_alert_by_question on crisis_alert (question_id) where question_id is not null;
create index crisis_alert_by_account on crisis_alert (account_id) where account_id is not null;
