-- A place in a conversation is a time (docs/sync.md), also the place up to which it is cleared.
alter table im_session drop column cleared_seq;
alter table im_session add column cleared_time bigint not null default 0;
