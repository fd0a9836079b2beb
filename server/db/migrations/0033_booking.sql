-- Appointments: when counsellors are there, who has which hour, and what follows. Times are minutes since 1970 as well as
-- instants: an hour that is taken is a range of numbers, and of one counsellor no two such ranges may touch.

create table booking_rule (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  -- 1 is Monday; minutes of the day in China
  weekday smallint not null constraint booking_rule_weekday check (weekday between 1 and 7),
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null constraint booking_rule_mode check (mode in ('online', 'offline', 'both')),
  constraint booking_rule_order check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440)
);
create index booking_rule_of on booking_rule (counsellor_id, weekday, from_minute);

-- One day that is otherwise: closed, or open at other hours. The day as 2026-11-21.
create table booking_exception (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  day text not null constraint booking_exception_day check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  is_open boolean not null,
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null constraint booking_exception_mode check (mode in ('online', 'offline', 'both')),
  constraint booking_exception_order check (0 <= from_minute and from_minute < to_minute and to_minute <= 1440)
);
create index booking_exception_of on booking_exception (counsellor_id, day);

create table booking_holiday (
  day text primary key constraint booking_holiday_day check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  name text not null
);

create table booking (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  account_id bigint not null references account on delete cascade,
  mode text not null constraint booking_mode_known check (mode in ('online', 'offline')),
  start_minute bigint not null,
  minutes integer not null,
  buffer_minutes integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null constraint booking_state_known
    check (state in ('held', 'booked', 'done', 'noShow', 'cancelled', 'lapsed')),
  hold_until timestamptz,
  price_cents integer not null,
  order_no text,
  -- what was agreed to, and who agreed for a minor
  consent_version text not null,
  consent_hash text not null,
  intake_sealed bytea not null,
  is_minor boolean not null,
  cancelled_by bigint,
  cancel_reason text not null default '',
  changed_times smallint not null default 0,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  place int8range not null generated always as (int8range(
    counsellor_id * 100000000 + start_minute, counsellor_id * 100000000 + start_minute + minutes + buffer_minutes)) stored,
  presence int8range not null generated always as (int8range(
    account_id * 100000000 + start_minute, account_id * 100000000 + start_minute + minutes)) stored,
  constraint booking_held_until check ((state = 'held') = (hold_until is not null)),
  constraint booking_no_double exclude using gist (place with &&) where (state in ('held', 'booked')),
  constraint booking_one_place exclude using gist (presence with &&) where (state in ('held', 'booked'))
);
create index booking_of_client on booking (account_id, start_minute desc);
create index booking_of_counsellor on booking (counsellor_id, start_minute desc);
create index booking_by_state on booking (state, id desc);
create index booking_holds on booking (hold_until) where state = 'held';
create index booking_to_remind on booking (starts_at) where state = 'booked' and reminded_at is null;
create index booking_to_end on booking (ends_at) where state = 'booked';

-- Of the counsellor alone, sealed.
create table booking_note (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking on delete cascade,
  author_id bigint references account on delete set null,
  kind text not null constraint booking_note_kind check (kind in ('note', 'referral')),
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index booking_note_of on booking_note (booking_id, id);
create index booking_note_by_author on booking_note (author_id);

create table booking_rating (
  booking_id bigint primary key references booking on delete cascade,
  stars smallint not null constraint booking_rating_stars check (stars between 1 and 5),
  text text not null,
  created_at timestamptz not null default now()
);

create table booking_complaint (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking on delete cascade,
  text_sealed bytea not null,
  state text not null default 'open' constraint booking_complaint_state check (state in ('open', 'handled')),
  answer text not null default '',
  handled_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index booking_complaint_by_state on booking_complaint (state, id desc);
create unique index booking_complaint_open on booking_complaint (booking_id) where state = 'open';
create index booking_complaint_by_handler on booking_complaint (handled_by);
