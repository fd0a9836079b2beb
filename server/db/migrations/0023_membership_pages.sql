-- What membership costs stands on public pages that are kept in memory.
create trigger member_level_changed after insert or update or delete on member_level
  for each statement execute function raise_content_version();
create trigger member_fee_changed after insert on member_fee
  for each statement execute function raise_content_version();
