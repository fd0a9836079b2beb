-- Consents to counsellor-led groups stay as records when an account is deleted.
alter table led_consent
  alter column account_id drop not null,
  drop constraint led_consent_account_id_fkey,
  add constraint led_consent_account_id_fkey foreign key (account_id) references account (id) on delete set null;
