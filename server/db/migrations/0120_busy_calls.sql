-- A call to a person who is in another call. It was recorded as cancelled.
alter table im_call drop constraint im_call_outcome_known;
alter table im_call add constraint im_call_outcome_known
  check (outcome in ('completed', 'missed', 'refused', 'cancelled', 'busy', 'lost'));
