-- A client may decline an invitation to a led group. The leader sees so in the list of clients.
alter table led_invitation
  add column declined_at timestamptz,
  -- so that everything that ends with a withdrawal ends with a refusal, too
  add constraint led_invitation_declined_is_withdrawn check (declined_at is null or withdrawn_at is not null);
