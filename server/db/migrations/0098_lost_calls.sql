-- The time in milliseconds at which the lost side of a call was there, and with which the call ends.
alter table im_call add column lost_time bigint;
