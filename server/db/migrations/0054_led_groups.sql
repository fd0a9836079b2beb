-- Counsellor-led groups (团体辅导): a kind of peer group, which counsellors propose and each client enters with consent.

alter table peer_group
  add column kind text not null default 'peer' constraint peer_group_kind_known check (kind in ('peer', 'led')),
  add column starts_on date,
  add column ends_on date,
  drop constraint peer_group_state_known,
  -- proposed: a counsellor has written it, and the secretariat has not decided
  add constraint peer_group_state_known check (state in ('proposed', 'draft', 'open', 'closed', 'dissolved')),
  add constraint peer_group_days_in_order check (ends_on >= starts_on);

-- consents of clients; a withdrawn one stays as a record
create table led_consent (
  id bigint generated always as identity primary key,
  group_id bigint not null references peer_group (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  version text not null,
  text_hash text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create unique index led_consent_in_force on led_consent (group_id, account_id) where withdrawn_at is null;
create index led_consent_by_account on led_consent (account_id, id desc);

-- clients whom a leader has invited: their application is accepted at once
create table led_invitation (
  group_id bigint not null references peer_group (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  invited_by bigint references account (id) on delete set null,
  invited_at timestamptz not null default now(),
  -- when the client applied; a former member needs another invitation
  used_at timestamptz,
  primary key (group_id, account_id)
);
create index led_invitation_by_account on led_invitation (account_id);
create index led_invitation_by_leader on led_invitation (invited_by) where invited_by is not null;

-- No path of the server makes a member without consent. Sending does not name is_valid, so it does not run this.
create function require_led_consent() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from peer_group g join im_account i on i.id = new.im_account_id
    where g.team_id = new.team_id and g.kind = 'led' and not exists (
      select 1 from led_consent c
      where c.group_id = g.id and c.account_id = i.account_id and c.withdrawn_at is null)
  ) then
    raise exception 'a member of a counsellor-led group has not consented' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger im_team_member_led_consent before insert or update of is_valid on im_team_member
  for each row when (new.is_valid and new.role = 0) execute function require_led_consent();

-- Leaving ends the consent, whether the client leaves in the chat, or leader or staff remove the client.
create function end_led_consent() returns trigger language plpgsql as $$
begin
  update led_consent c set withdrawn_at = now() from peer_group g, im_account i
  where g.team_id = new.team_id and g.kind = 'led' and i.id = new.im_account_id
    and c.group_id = g.id and c.account_id = i.account_id and c.withdrawn_at is null;
  return null;
end $$;
create trigger im_team_member_led_consent_end after update of is_valid on im_team_member
  for each row when (old.is_valid and not new.is_valid) execute function end_led_consent();
