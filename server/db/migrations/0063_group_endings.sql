-- Entries that the secretariat closed, who ended a group, and co-leaders who agree before the publication.
alter table peer_group
  -- the secretariat closed the entry, and only it opens the entry again
  add column is_closed_by_staff boolean not null default false,
  -- null while the group runs, and where a job or a deleted account ended it
  add column ended_by bigint references account (id) on delete set null,
  add column ended_at timestamptz,
  add column end_reason text not null default '',
  -- when the present co-leader agreed; null while the answer is open
  add column co_leader_agreed_at timestamptz;
create index peer_group_by_ender on peer_group (ended_by) where ended_by is not null;
update peer_group set co_leader_agreed_at = created_at where co_leader_id is not null and team_id is not null;

alter table roster_group
  add column ended_by bigint references account (id) on delete set null,
  add column ended_at timestamptz,
  add column end_reason text not null default '';
create index roster_group_by_ender on roster_group (ended_by) where ended_by is not null;
