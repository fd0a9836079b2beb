-- Holidays serve more than appointments: terms of working days are counted by them, and by the weekend days that are
-- worked for them.

create table calendar_day (
  day text primary key constraint calendar_day_form check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  name text not null,
  kind text not null constraint calendar_day_kind check (kind in ('off', 'work'))
);
insert into calendar_day (day, name, kind) select day, name, 'off' from booking_holiday;
drop table booking_holiday;
