-- A text of danger in a chatroom of the site is counted by its room, so that the duty staff learn the lecture.
alter table crisis_signal add column room_id bigint constraint crisis_signal_room_id_fkey references im_room (id) on delete cascade;
create index crisis_signal_by_room on crisis_signal (room_id) where room_id is not null;
alter table crisis_signal drop constraint crisis_signal_source, drop constraint crisis_signal_letter_alone,
  drop constraint crisis_signal_of_one,
  add constraint crisis_signal_source unique nulls not distinct
    (alert_id, conversation_id, question_id, booking_id, team_id, room_id, is_letter),
  add constraint crisis_signal_of_one
    check (num_nonnulls(conversation_id, question_id, booking_id, team_id, room_id) <= 1),
  add constraint crisis_signal_letter_alone
    check (not is_letter or num_nonnulls(conversation_id, question_id, booking_id, team_id, room_id) = 0);
