-- Who is a member, of which level, for which term, and what it costs by whose decision.

create table member_level (
  id smallint generated always as identity primary key,
  kind text not null constraint member_level_kind_known check (kind in ('individual', 'unit')),
  title text not null constraint member_level_title_unique unique,
  description text not null default '',
  -- people of a unit who are members through it, its representative included
  seats smallint not null default 1 constraint member_level_seats_sane check (seats between 1 and 500),
  enabled boolean not null default true,
  position smallint not null default 0
);

-- Fees are decided, not typed in: a fee never changes, another one follows it from a day on.
create table member_fee (
  id bigint generated always as identity primary key,
  level_id smallint not null references member_level,
  cents integer not null constraint member_fee_cents_sane check (cents between 0 and 100000000),
  term_months smallint not null constraint member_fee_term_sane check (term_months between 1 and 120),
  effective_from date not null,
  -- the resolution it rests on
  decision text not null,
  decided_on date not null,
  decision_file text references private_file,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint member_fee_one_a_day unique (level_id, effective_from)
);
create function refuse_fee_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.created_by is null
    and (to_jsonb(new) - 'created_by') = (to_jsonb(old) - 'created_by') then
    return new; -- its author's account was deleted
  end if;
  raise exception 'a fee never changes';
end
$$;
create trigger member_fee_never_changes before update or delete on member_fee
  for each row execute function refuse_fee_change();

create table member (
  id bigint generated always as identity primary key,
  number text not null constraint member_number_unique unique,
  kind text not null constraint member_kind_known check (kind in ('individual', 'unit')),
  level_id smallint not null references member_level,
  -- a unit's is its representative's; none until an imported member has signed in
  account_id bigint references account on delete set null,
  name text not null,
  organization text not null default '',
  gender text constraint member_gender_known check (gender in ('男', '女')),
  state text not null constraint member_state_known check (state in ('active', 'grace', 'lapsed', 'left')),
  joined_on date not null,
  term_from date not null,
  -- the last day of the term
  term_until date not null,
  left_on date,
  left_reason text,
  -- for a unit its registration number, for a person the ID number
  id_number_sealed bytea,
  id_number_index bytea,
  phone_sealed bytea not null,
  phone_index bytea not null,
  email_sealed bytea,
  in_directory boolean not null default false,
  introduction text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint member_left_with_day check ((state = 'left') = (left_on is not null)),
  constraint member_term_in_order check (term_from <= term_until)
);
-- one membership a person, as long as it lives
create unique index member_live_account on member (account_id) where state <> 'left' and account_id is not null;
create unique index member_live_id_number on member (kind, id_number_index)
  where state <> 'left' and id_number_index is not null;
create index member_by_account on member (account_id, id desc);
create index member_by_phone on member (phone_index);
create index member_for_staff on member (id desc);
create index member_by_state on member (state, id desc);
create index member_by_term on member (term_until, id) where state in ('active', 'grace', 'lapsed');
create index member_directory on member (joined_on desc, id desc) where in_directory and state in ('active', 'grace');
create index member_by_level on member (level_id);

-- What was paid for which time; a refund takes its term out again.
create table member_term (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  fee_id bigint references member_fee,
  order_no text constraint member_term_order_once unique,
  cents integer not null,
  starts_on date not null,
  ends_on date not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default now()
);
create index member_term_by_member on member_term (member_id, starts_on desc);
create index member_term_by_fee on member_term (fee_id);

-- People of a unit. They are asked by phone, and are in once they have said yes.
create table member_seat (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  account_id bigint references account on delete cascade,
  name text not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  state text not null default 'asked' constraint member_seat_state_known check (state in ('asked', 'taken')),
  created_at timestamptz not null default now(),
  constraint member_seat_once unique (member_id, phone_index),
  constraint member_seat_taken_by_somebody check (state = 'asked' or account_id is not null)
);
create index member_seat_by_phone on member_seat (phone_index);
create unique index member_seat_by_account on member_seat (account_id) where account_id is not null;
