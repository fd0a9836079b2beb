-- A number by which leaders mute and remove a person, whatever loads of the page follow. Below 2^47, for JavaScript.
alter table group_call_member
  add column person bigint not null default 1 + floor(random() * 140737488355327)::bigint,
  add constraint group_call_member_person_unique unique (call_id, person);
