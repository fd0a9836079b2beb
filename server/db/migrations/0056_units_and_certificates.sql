-- Units have a list of their own.
create index member_by_kind on member (kind, id desc);

-- what WeChat Pay signs with, where the house has certificates instead of its public key
create table wechat_certificate (
  serial text primary key,
  pem text not null,
  expires_at timestamptz not null,
  fetched_at timestamptz not null default now()
);
