-- What was said about the end of a term: reminders, and that the state has changed; to whom it went besides the member.
alter table member_reminder
  add column kind text not null default 'reminder'
    constraint member_reminder_kind_known check (kind in ('reminder', 'grace', 'lapsed', 'left')),
  -- there is no account yet, only the telephone of the register
  add column by_phone boolean not null default false,
  -- people in the seats of a unit who were told too
  add column people smallint not null default 0,
  drop constraint member_reminder_once,
  add constraint member_reminder_once unique (member_id, term_until, days, kind);
