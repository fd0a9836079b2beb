-- The secretariat works on the meeting to come, whenever it was entered.
create index meeting_by_start on meeting (starts_at desc, id desc);
