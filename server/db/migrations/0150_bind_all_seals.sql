-- Values of all tables are now bound to their rows. An installation whose key was rotated before holds unbound ones in
-- these tables: they open until the next rotate-key has converted them. A bound value begins with a zero byte.
update key_in_force set is_binding_required = false
where exists (
  select 1 from (
    select phone_sealed as sealed from sms_message
    union all select code_sealed from sms_message
    union all select id_number_sealed from member
    union all select phone_sealed from member
    union all select email_sealed from member
    union all select form_sealed from member_application
    union all select phone_sealed from member_seat
    union all select text_sealed from member_note
    union all select phone_sealed from delivery
    union all select contact_sealed from registration
    union all select wanted_sealed from registration_request
    union all select person_sealed from submission
    union all select text_sealed from submission_objection
    union all select intake_sealed from booking
    union all select text_sealed from booking_complaint
    union all select text_sealed from booking_note
    union all select text_sealed from booking_rating
    union all select email_sealed from receipt
    union all select text_sealed from crisis_note
    union all select text_sealed from crisis_text
    union all select sealed_key from im_conversation
    union all select token_sealed from im_device
    union all select sealed from im_system_message
    union all select sealed from im_user
    union all select keys_sealed from simulated_gateway
  ) as stored
  where length(sealed) > 0 and substring(sealed from 1 for 1) <> '\x00');
