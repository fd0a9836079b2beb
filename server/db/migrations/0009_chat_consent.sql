-- What somebody agreed to before the first message to a counsellor: the text's version and digest, and when.

create table im_consent (
  im_account_id bigint not null references im_account on delete cascade,
  version text not null,
  text_hash text not null,
  agreed_at timestamptz not null default now(),
  primary key (im_account_id, version)
);
