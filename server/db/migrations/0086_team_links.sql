-- A link to a group, by which people with an account join. One per group; a new one replaces it.
create table im_team_link (
  team_id bigint primary key references im_team (id) on delete cascade,
  code text not null unique,
  created_by bigint not null references im_account (id) on delete cascade,
  expires_at timestamptz not null,
  constraint im_team_link_code_length check (char_length(code) between 8 and 32)
);
create index im_team_link_by_creator on im_team_link (created_by);
create index im_team_link_by_age on im_team_link (expires_at);
