-- The conference: meetings, what attending costs, registrations with their waiting list, rooms, programme, the door.

create table special_committee (
  id bigint generated always as identity primary key,
  name text not null constraint special_committee_name_unique unique,
  position integer not null default 0,
  enabled boolean not null default true
);

create table meeting (
  id bigint generated always as identity primary key,
  title text not null,
  content text not null,
  location text not null,
  registration_deadline timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- until then people change their receipt themselves; afterwards they ask
  change_deadline timestamptz not null,
  -- what comes back of the fee: all of it until the one, half of it until the other, nothing later
  full_refund_until timestamptz not null,
  half_refund_until timestamptz not null,
  -- how long a place is kept for its payment, where places are limited
  hold_hours integer not null default 72,
  -- how long somebody of the waiting list has to pay for the place that became free
  offer_hours integer not null default 24,
  -- hours of continuing education that full attendance counts for
  credit_hours integer not null default 0,
  -- personal data goes this many days after the end
  retention_days integer not null default 180,
  state text not null default 'draft' constraint meeting_state_known check (state in ('draft', 'open', 'closed')),
  published_at timestamptz,
  purged_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint meeting_ends_after_start check (ends_at > starts_at),
  constraint meeting_refund_halves_later check (half_refund_until >= full_refund_until),
  constraint meeting_open_when_published check (state = 'draft' or published_at is not null)
);
create index meeting_newest on meeting (published_at desc, id desc) where state = 'open';

create table meeting_type (
  meeting_id bigint not null references meeting on delete cascade,
  attend_type smallint not null constraint meeting_type_known check (attend_type between 1 and 4),
  price_cents integer not null constraint meeting_type_price check (price_cents >= 0),
  early_price_cents integer constraint meeting_type_early_price check (early_price_cents >= 0),
  early_until timestamptz,
  -- null: as many as come
  quota integer constraint meeting_type_quota check (quota >= 0),
  enabled boolean not null default true,
  primary key (meeting_id, attend_type),
  constraint meeting_type_early_whole check ((early_price_cents is null) = (early_until is null))
);

create table meeting_room (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meeting on delete cascade,
  name text not null,
  beds smallint not null constraint meeting_room_beds check (beds between 1 and 20),
  constraint meeting_room_name_unique unique (meeting_id, name)
);

create table registration (
  -- drawn, not counted: nobody finds the next one by adding one
  id bigint primary key,
  meeting_id bigint not null references meeting,
  -- nobody: came without an account, and was entered at the door
  account_id bigint references account on delete set null,
  attend_type smallint not null constraint registration_type_known check (attend_type between 1 and 4),
  state text not null constraint registration_state_known
    check (state in ('pending', 'paid', 'waiting', 'cancelled', 'lapsed', 'refunded')),
  name text not null,
  sex text not null,
  company text not null,
  profess text not null,
  unit_id bigint references special_committee,
  -- phone, addresses, diet, invoice; null once the time of keeping is over
  contact_sealed bytea,
  phone_index bytea,
  arrival_at timestamptz not null,
  leave_at timestamptz not null,
  -- standard rooms asked for; none is seen to by oneself
  rooms smallint not null default 0,
  share_with text not null default '',
  room_id bigint references meeting_room on delete set null,
  -- agreed to be named in the list of participants
  is_listed boolean not null default false,
  -- the place is kept until then; null is for good
  pay_until timestamptz,
  waiting_since timestamptz,
  paid_at timestamptz,
  paid_cents integer,
  order_no text,
  -- what of it goes back by the rule, and why it ended
  refund_cents integer not null default 0,
  end_reason text not null default '',
  is_walk_in boolean not null default false,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint registration_waits_since check ((state = 'waiting') = (waiting_since is not null)),
  constraint registration_paid_when_paid check (state not in ('paid', 'refunded') or paid_at is not null)
);
-- one registration each, whatever two browsers do at once
create unique index registration_live on registration (meeting_id, account_id) where state in ('pending', 'paid', 'waiting');
create index registration_by_account on registration (account_id, created_at desc);
create index registration_by_meeting on registration (meeting_id, created_at desc, id desc);
create index registration_by_state on registration (meeting_id, state, created_at desc, id desc);
create index registration_by_type on registration (meeting_id, attend_type, state);
create index registration_waiting on registration (meeting_id, attend_type, waiting_since, id) where state = 'waiting';
create index registration_to_lapse on registration (pay_until) where state = 'pending' and pay_until is not null;
create index registration_by_phone on registration (phone_index) where phone_index is not null;
create index registration_by_room on registration (room_id);
create index registration_by_unit on registration (unit_id);

-- what is asked for after the deadline of changes, and transfers at any time
create table registration_request (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registration on delete cascade,
  kind text not null constraint registration_request_kind_known check (kind in ('change', 'transfer', 'cancel')),
  state text not null default 'asked' constraint registration_request_state_known
    check (state in ('asked', 'approved', 'refused')),
  reason text not null,
  -- the receipt as it should be, or who takes over
  wanted_sealed bytea,
  to_account_id bigint references account on delete set null,
  answer text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index registration_request_open on registration_request (registration_id, kind) where state = 'asked';
create index registration_request_by_state on registration_request (state, id desc);
create index registration_request_by_registration on registration_request (registration_id, id desc);
create index registration_request_by_receiver on registration_request (to_account_id);
create index registration_request_by_decider on registration_request (decided_by);

create table meeting_session (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meeting on delete cascade,
  title text not null,
  speaker text not null,
  place text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint meeting_session_ends_after_start check (ends_at > starts_at)
);
create index meeting_session_by_time on meeting_session (meeting_id, starts_at, id);

-- one row a person, whichever doors saw the ticket and in whatever order they tell of it
create table check_in (
  registration_id bigint primary key references registration on delete cascade,
  meeting_id bigint not null references meeting on delete cascade,
  -- by the clock of the door
  at timestamptz not null,
  door text not null,
  staff_id bigint references account on delete set null,
  received_at timestamptz not null default now()
);
create index check_in_by_meeting on check_in (meeting_id, at desc);
create index check_in_by_staff on check_in (staff_id);
