-- The chat of a lecture is kept for years only where a replay shows it.
update im_room set history_days = 180 where history_days > 180 and id in (
  select room_id from lecture where replay_url = '' and recording_key is null);
