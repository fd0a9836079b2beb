-- The subject of an order in columns. The old texts were "application 1 fee 2", "member 1 after 2026-12-31 fee 2",
-- "registration 1", "booking 1", and "term 1" for the orders of the demo site.

alter table pay_order
  add column subject_type text,
  add column subject_id bigint,
  add column fee_id bigint constraint pay_order_fee_id_fkey references member_fee,
  add column previous_term_until date;

update pay_order set subject_type = found.part[1], subject_id = found.part[2]::bigint
from (select id, regexp_match(subject, '^(registration|booking) ([0-9]{1,18})$') as part from pay_order) found
where found.id = pay_order.id and found.part is not null;

update pay_order set subject_type = 'application', subject_id = found.part[1]::bigint, fee_id = found.part[2]::bigint
from (select id, regexp_match(subject, '^application ([0-9]{1,18}) fee ([0-9]{1,18})$') as part from pay_order) found
where found.id = pay_order.id and found.part is not null;

update pay_order set subject_type = 'member', subject_id = found.part[1]::bigint,
  previous_term_until = found.part[2]::date, fee_id = found.part[3]::bigint
from (
  select id, regexp_match(subject, '^member ([0-9]{1,18}) after ([0-9]{4,6}-[0-9]{2}-[0-9]{2}) fee ([0-9]{1,18})$') as part
  from pay_order) found
where found.id = pay_order.id and found.part is not null;

-- terms of the demo site name no fee: the one of the member's level that was in effect, else the level's first
update pay_order set subject_type = 'member', subject_id = term.member_id, previous_term_until = term.starts_on - 1,
  fee_id = coalesce(term.fee_id,
    (select id from member_fee where level_id = member.level_id and effective_from <= term.starts_on
      order by effective_from desc limit 1),
    (select id from member_fee where level_id = member.level_id order by effective_from limit 1))
from (select id, regexp_match(subject, '^term ([0-9]{1,18})$') as part from pay_order) found,
  member_term term join member on member.id = term.member_id
where found.id = pay_order.id and term.id = found.part[1]::bigint;

do $$
declare
  unread text;
begin
  select string_agg(order_no || ' (' || kind || ', "' || subject || '")', ', ' order by id) into unread
  from (
    select id, order_no, kind, subject from pay_order
    where (kind, subject_type) not in (
      ('membershipFee', 'application'), ('membershipFee', 'member'), ('conference', 'registration'), ('booking', 'booking'))
      or subject_type is null or (subject_type in ('application', 'member') and fee_id is null)
    order by id limit 20) odd;
  if unread is not null then
    raise exception 'orders whose subject cannot be read: %', unread
      using hint = 'Correct pay_order.subject of these orders to one of the forms named in 0160_order_subject.sql.';
  end if;
end
$$;

drop index pay_order_live;
alter table pay_order
  drop column subject,
  alter column subject_type set not null,
  alter column subject_id set not null,
  add constraint pay_order_subject_fits_kind check ((kind, subject_type) in (
    ('membershipFee', 'application'), ('membershipFee', 'member'), ('conference', 'registration'),
    ('booking', 'booking'))),
  add constraint pay_order_fee_of_dues check ((kind = 'membershipFee') = (fee_id is not null)),
  add constraint pay_order_term_of_member check ((subject_type = 'member') = (previous_term_until is not null));

-- one thing is payable once at a time, and paid for once
create unique index pay_order_live on pay_order
  (account_id, kind, subject_type, subject_id, coalesce(fee_id, 0), coalesce(previous_term_until, '-infinity'::date))
  where state in ('open', 'paid');
