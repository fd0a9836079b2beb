-- The written answer to a question of a lecture, and the moment at which a moderator called on a raised hand.
alter table lecture_question add column answer_sealed bytea;
alter table lecture_attendance add column hand_called_at timestamptz;
