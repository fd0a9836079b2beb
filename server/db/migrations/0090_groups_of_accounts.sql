-- Staff moderate the groups that accounts created themselves. Only staff end a silence of staff.
alter table im_team add column is_silenced boolean not null default false;
create index im_team_of_accounts on im_team (app_id, id) where is_valid and not is_managed;
