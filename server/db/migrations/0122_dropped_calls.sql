-- A call that the client dropped, of which the server notified the duty staff. The counsellor of the call sees it.
alter table crisis_step drop constraint crisis_step_known;
alter table crisis_step add constraint crisis_step_known
  check (step in ('ask', 'say', 'callDuty', 'handOver', 'note', 'dropped'));
