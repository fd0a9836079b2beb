-- Invitations to counsellor-led groups that a leader withdrew; their time still counts for the next invitation.
alter table led_invitation add column withdrawn_at timestamptz;
