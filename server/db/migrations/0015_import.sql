-- Import of old messages: messages up to this seq came from another service; later ones were written here.
alter table im_conversation add column imported_seq bigint not null default 0;
