-- The certificate that an attempt has earned, once the result may be known.
alter table exam_attempt add column certificate_id bigint references certificate on delete set null;
create index exam_attempt_by_certificate on exam_attempt (certificate_id);
-- those that still wait for theirs
create index exam_attempt_passed on exam_attempt (exam_id, account_id) where certificate_id is null and score >= 60;
