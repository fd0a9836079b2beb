-- When the examinee could first see the score of an attempt; null while it is hidden. Certificates follow from it, and a
-- notice is sent at most once.
alter table exam_attempt add column released_at timestamptz;

update exam_attempt attempt
  set released_at = case when exam.shown = 'afterHandIn' then attempt.handed_in_at
    else greatest(attempt.handed_in_at, exam.end_at) end
  from exam
  where exam.id = attempt.exam_id and exam.state = 'open' and attempt.state = 'marked'
    and (exam.shown = 'afterHandIn' or exam.end_at <= now());

alter table exam_attempt add constraint exam_attempt_released check (released_at is null or state = 'marked');

-- For the job that releases results.
create index exam_attempt_unreleased on exam_attempt (exam_id, id) where state = 'marked' and released_at is null;
