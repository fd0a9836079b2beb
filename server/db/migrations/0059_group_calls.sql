-- Calls of counsellor-led groups on a media server. The records have times and figures of the line, no content.

create table group_call (
  -- random, because it also names the room on the media server
  id bigint primary key,
  team_id bigint not null references im_team (id) on delete cascade,
  starter_id bigint not null references im_account (id) on delete cascade,
  begin_time bigint not null,
  -- the last time at which a leader was there
  led_time bigint not null,
  end_time bigint,
  outcome text constraint group_call_outcome_known check (outcome in ('ended', 'leaderless', 'expired', 'dismissed')),
  -- true once the media server has no room of this call any more
  is_room_closed boolean not null default false,
  constraint group_call_end_has_outcome check ((end_time is null) = (outcome is null))
);
create unique index group_call_running on group_call (team_id) where end_time is null;
create index group_call_by_team on group_call (team_id);
create index group_call_by_starter on group_call (starter_id);
create index group_call_with_room on group_call (id) where not is_room_closed;
create index group_call_by_end on group_call (end_time);

create table group_call_member (
  call_id bigint not null references group_call (id) on delete cascade,
  im_account_id bigint not null references im_account (id) on delete cascade,
  -- the newest load of the page, as the media server knows it
  participant bigint not null constraint group_call_member_participant_unique unique,
  memory text not null default '',
  is_leader boolean not null,
  join_time bigint not null,
  seen_time bigint not null,
  -- null while the person is in the call
  leave_time bigint,
  -- true for a person whom the leader removed, and who may not return to this call
  is_removed boolean not null default false,
  -- by the leader
  is_muted boolean not null default false,
  -- as the page reports
  is_connected boolean not null default false,
  is_silent boolean not null default false,
  has_video boolean not null default false,
  is_sharing boolean not null default false,
  route text constraint group_call_member_route_known check (route in ('direct', 'relay')),
  -- sums over samples; milliseconds, and thousandths of packets
  sample_count integer not null default 0,
  poor_count integer not null default 0,
  rtt_sum bigint not null default 0,
  loss_sum bigint not null default 0,
  primary key (call_id, im_account_id)
);
create index group_call_member_by_account on group_call_member (im_account_id);
