-- What people attach to messages, and what they collect for themselves.

-- One row for each comment; an account may add several numbers to a message.
create table im_quick_comment (
  message_id bigint not null,
  im_account_id bigint not null,
  body integer not null,
  custom text not null default '',
  time bigint not null,
  constraint im_quick_comment_pkey primary key (message_id, im_account_id, body),
  constraint im_quick_comment_message_id_fkey foreign key (message_id) references im_message (id) on delete cascade,
  constraint im_quick_comment_im_account_id_fkey
    foreign key (im_account_id) references im_account (id) on delete cascade
);
create index im_quick_comment_by_account on im_quick_comment (im_account_id);

create table im_message_pin (
  message_id bigint not null,
  conversation_id bigint not null,
  im_account_id bigint not null,
  custom text not null default '',
  create_time bigint not null,
  update_time bigint not null,
  constraint im_message_pin_pkey primary key (message_id),
  constraint im_message_pin_message_id_fkey foreign key (message_id) references im_message (id) on delete cascade,
  constraint im_message_pin_conversation_id_fkey
    foreign key (conversation_id) references im_conversation (id) on delete cascade,
  constraint im_message_pin_im_account_id_fkey foreign key (im_account_id) references im_account (id) on delete cascade
);
create index im_message_pin_by_conversation on im_message_pin (conversation_id, create_time);
create index im_message_pin_by_account on im_message_pin (im_account_id);

-- The sealed part is JSON with `data` and `custom`.
create table im_collect (
  id bigint generated always as identity primary key,
  im_account_id bigint not null,
  type integer not null,
  unique_id text not null default '',
  content_sealed bytea not null,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_collect_im_account_id_fkey foreign key (im_account_id) references im_account (id) on delete cascade
);
create unique index im_collect_by_unique_id on im_collect (im_account_id, unique_id) where unique_id <> '';
create index im_collect_by_time on im_collect (im_account_id, create_time, id);
