-- What somebody writes with the stars is for their counsellor, and sealed as notes are. Nobody has read the words until
-- now, and who wrote them was not told who would: they are not handed on.
alter table booking_rating drop column text;
alter table booking_rating add column text_sealed bytea;
