-- Announcements of alerts: a message in danger is announced before it is stored, so that a crash loses neither the
-- message nor its alert. No foreign key, because the row lives for a moment only, and its message may not exist.
create table crisis_pending (
  sender_id bigint not null,
  id_client text not null,
  receiver text not null,
  level text not null,
  created_at timestamptz not null default now(),
  primary key (sender_id, id_client),
  constraint crisis_pending_level_known check (level in ('plan', 'thought', 'other', 'violence'))
);
create index crisis_pending_by_age on crisis_pending (created_at);
