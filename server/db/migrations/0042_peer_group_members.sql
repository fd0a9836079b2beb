-- Former members and similar aliases of peer groups.

-- when a manager removed the member last; null for a member who was never removed
alter table im_team_member add column removed_time bigint;

-- a former member reports what happened, without choosing a member
alter table peer_report alter column reported_id drop not null;
drop index peer_report_once;
create unique index peer_report_once on peer_report (group_id, reporter_id, reported_id, message_id)
  nulls not distinct where state = 'open';

-- the alias without the differences that readers overlook
alter table peer_application add column alias_folded text;
update peer_application set alias_folded =
  translate(regexp_replace(lower(alias), '[[:space:][:punct:]]', '', 'g'), '0134578l', 'oieastbi');
alter table peer_application alter column alias_folded set not null;
drop index peer_application_alias;
create unique index peer_application_alias on peer_application (group_id, alias_folded)
  where state in ('waiting', 'accepted');
