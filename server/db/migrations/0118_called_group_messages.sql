-- The time when a leader of a group called the duty staff at a message, so that leaders see it on all devices.
alter table crisis_text add column leader_called_at timestamptz;
