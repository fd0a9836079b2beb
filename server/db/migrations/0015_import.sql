-- Import of old messages: the messages up to this seq came from another service, and later ones were written here.
alter table im_conversation add column imported_seq bigint not null default 0;
