-- Waiting rooms of online consultations, and the time at which the call of a booking ends.

create table booking_presence (
  booking_id bigint primary key references booking (id) on delete cascade,
  client_seen_at timestamptz,
  counsellor_seen_at timestamptz
);

-- milliseconds; null for a call without a booking
alter table im_call add last_time bigint;
-- true once the duty staff were notified that a client in danger had not come back
alter table im_call add is_alarmed boolean not null default false;
