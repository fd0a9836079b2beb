-- Money taken at the door goes through the order core: cash is a way of paying, and who pays with it need not have an
-- account. A form of the door that is sent twice is one registration.
alter table pay_order alter column account_id drop not null;
alter table pay_attempt drop constraint pay_attempt_provider_known;
alter table pay_attempt add constraint pay_attempt_provider_known check (provider in ('wechat', 'alipay', 'bank', 'cash'));
alter table registration add column form_key text;
create unique index registration_form on registration (form_key) where form_key is not null;
