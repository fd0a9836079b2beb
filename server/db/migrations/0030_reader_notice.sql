-- The queue of notices to the readers of an answer gets the names that the code uses. Nodes of 1.0.0, which run during
-- the upgrade, use the view with the old names; the next version drops it.
alter table answer_telling rename to reader_notice;
alter table reader_notice rename column told_until to notified_until;
alter table reader_notice rename constraint answer_telling_pkey to reader_notice_pkey;
alter table reader_notice rename constraint answer_telling_answer_id_fkey to reader_notice_answer_id_fkey;
create view answer_telling as select answer_id, notified_until as told_until from reader_notice;
