-- Records of calls on the site: who, when, how it ended, and how good the line was. There is no content.

create table im_call (
  id bigint generated always as identity primary key,
  -- the channel is deleted soon after the call
  channel_id bigint not null constraint im_call_channel_unique unique,
  caller_id bigint not null references im_account (id) on delete cascade,
  callee_id bigint not null references im_account (id) on delete cascade,
  booking_id bigint references booking (id) on delete set null,
  has_video boolean not null,
  ring_time bigint not null,
  answer_time bigint,
  -- the first time that sound or picture arrived
  connect_time bigint,
  end_time bigint,
  outcome text constraint im_call_outcome_known
    check (outcome in ('completed', 'missed', 'refused', 'cancelled', 'lost')),
  route text constraint im_call_route_known check (route in ('direct', 'relay')),
  -- sums over samples of both sides; milliseconds, and thousandths of packets
  sample_count integer not null default 0,
  poor_count integer not null default 0,
  rtt_sum bigint not null default 0,
  loss_sum bigint not null default 0,
  -- true once its message is in the conversation
  is_announced boolean not null default false,
  constraint im_call_end_has_outcome check (end_time is null or outcome is not null)
);
create index im_call_by_caller on im_call (caller_id, ring_time);
create index im_call_by_callee on im_call (callee_id, ring_time);
create index im_call_by_booking on im_call (booking_id, ring_time) where booking_id is not null;
create index im_call_unannounced on im_call (id) where end_time is not null and not is_announced;
