-- Peer groups (同伴小组): groups that the association offers, each with a team of the chat.

-- the site admits and names the members of such a team, and dismisses it; its leaders only moderate
alter table im_team add column is_managed boolean not null default false;

create table peer_group (
  id bigint generated always as identity primary key,
  title text not null,
  summary text not null,
  description text not null,
  rules text not null,
  -- members without the leaders
  capacity smallint not null constraint peer_group_capacity_positive check (capacity > 0),
  state text not null default 'draft'
    constraint peer_group_state_known check (state in ('draft', 'open', 'closed', 'dissolved')),
  leader_id bigint not null references account (id),
  co_leader_id bigint references account (id),
  team_id bigint constraint peer_group_team_unique unique references im_team (id),
  created_at timestamptz not null default now(),
  constraint peer_group_two_leaders check (co_leader_id <> leader_id),
  constraint peer_group_open_with_team check (state not in ('open', 'closed') or team_id is not null)
);
create index peer_group_by_leader on peer_group (leader_id);
create index peer_group_by_co_leader on peer_group (co_leader_id) where co_leader_id is not null;
create index peer_group_in_order on peer_group (state desc, id desc) where state in ('open', 'closed');

create table peer_application (
  id bigint generated always as identity primary key,
  group_id bigint not null references peer_group (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  alias text not null,
  note_sealed bytea not null,
  state text not null default 'waiting'
    constraint peer_application_state_known check (state in ('waiting', 'accepted', 'refused', 'withdrawn', 'ended')),
  reason text not null default '',
  decided_by bigint references account (id) on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create unique index peer_application_live on peer_application (group_id, account_id)
  where state in ('waiting', 'accepted');
create unique index peer_application_alias on peer_application (group_id, lower(alias))
  where state in ('waiting', 'accepted');
create index peer_application_by_account on peer_application (account_id, id desc);
create index peer_application_by_decider on peer_application (decided_by) where decided_by is not null;

create table peer_report (
  id bigint generated always as identity primary key,
  group_id bigint not null references peer_group (id) on delete cascade,
  reporter_id bigint not null references account (id) on delete cascade,
  reported_id bigint not null references account (id) on delete cascade,
  -- 0 for a report of the member
  message_id bigint not null,
  reason text not null,
  -- aliases of both sides, the reported message as it was, and the words of the reporter
  texts_sealed bytea not null,
  state text not null default 'open' constraint peer_report_state_known check (state in ('open', 'handled')),
  outcome text not null default '',
  handled_by bigint references account (id) on delete set null,
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create unique index peer_report_once on peer_report (group_id, reporter_id, reported_id, message_id)
  where state = 'open';
create index peer_report_in_order on peer_report (state desc, id desc);
create index peer_report_by_group on peer_report (group_id);
create index peer_report_by_reporter on peer_report (reporter_id);
create index peer_report_by_reported on peer_report (reported_id);
create index peer_report_by_handler on peer_report (handled_by) where handled_by is not null;
