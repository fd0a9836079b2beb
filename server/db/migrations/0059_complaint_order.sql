-- The list of complaints is read in its order: open ones first, then the newest.
drop index booking_complaint_by_state;
create index booking_complaint_in_order on booking_complaint (state desc, id desc);
