-- The last signs of both sides of a call, which tell a missing client from a missing counsellor.

-- the last figures of each side, in milliseconds
alter table im_call add caller_seen_time bigint;
alter table im_call add callee_seen_time bigint;
-- true when the called side was missing at the end
alter table im_call add is_callee_lost boolean not null default false;
-- names the message; a guessed name would let a client write the message first
alter table im_call add message_key text not null default gen_random_uuid()::text;

create index im_call_to_alarm on im_call (end_time) where outcome = 'lost' and is_callee_lost and not is_alarmed;
create index im_call_by_end on im_call (end_time);
