-- An imported member who never signed in has a telephone and no account: an SMS reaches them all the same.
alter table delivery
  alter column account_id drop not null,
  add column phone_sealed bytea,
  add constraint delivery_to_somebody check ((account_id is null) = (phone_sealed is not null)),
  add constraint delivery_to_phone_by_sms check (account_id is not null or channel = 'sms');
