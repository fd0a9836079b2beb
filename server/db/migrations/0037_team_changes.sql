-- Recalled and edited messages of teams. A row has the version of the team at the last change of the message, so that a
-- device finds the changes since its mark.
create table im_team_change (
  message_id bigint not null,
  team_id bigint not null,
  version bigint not null,
  is_recalled boolean not null,
  message_time bigint not null,
  -- Operator, `ps` and `attach` belong to a recall.
  operator_id bigint,
  time bigint not null,
  ps text not null default '',
  attach text not null default '',
  constraint im_team_change_pkey primary key (message_id),
  constraint im_team_change_message_id_fkey foreign key (message_id) references im_message (id) on delete cascade,
  constraint im_team_change_team_id_fkey foreign key (team_id) references im_team (id) on delete cascade,
  constraint im_team_change_operator_id_fkey foreign key (operator_id) references im_account (id) on delete set null
);
create index im_team_change_by_version on im_team_change (team_id, version);
create index im_team_change_by_recall on im_team_change (team_id, message_time) where is_recalled;
create index im_team_change_by_operator on im_team_change (operator_id) where operator_id is not null;

-- Times of readable messages after the ack that the member deleted for itself, and the position up to which the member
-- cleared the history.
alter table im_team_member add column hidden_times bigint[] not null default '{}';
alter table im_team_member add column cleared_seq bigint not null default 0;
