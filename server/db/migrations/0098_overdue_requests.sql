-- What people ask of the secretariat has a time in which it is answered, and calls it once when that is over.
alter table registration_request
  add column due_at timestamptz not null default now() + interval '3 days',
  add column called_at timestamptz;
create index registration_request_due on registration_request (due_at) where state = 'asked';
create index registration_to_remind on registration (pay_until)
  where state = 'pending' and pay_until is not null and reminded_at is null;
