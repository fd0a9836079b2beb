-- What a door's clock said, where it was not believed: the time that counts is then the nearest one that can be true.
alter table check_in add column claimed_at timestamptz;
alter table session_check_in add column claimed_at timestamptz;
