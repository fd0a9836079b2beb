-- Only staff end a mute of staff. The muted person reads the reason.
alter table im_team_member add column staff_mute_reason text,
  add constraint im_team_member_staff_mute check (staff_mute_reason is null or is_muted);
