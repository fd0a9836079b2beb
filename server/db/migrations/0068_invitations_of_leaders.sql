-- Each leader of a group has separate invitations, so that neither learns whom the other one invited.
alter table led_invitation
  drop constraint led_invitation_pkey,
  add column id bigint generated always as identity primary key,
  add constraint led_invitation_once_a_leader unique (group_id, account_id, invited_by);
