-- The schema of version 1.0. Later migrations follow with higher numbers. schema.sql is the result of all of them.

-- Characters and pairs of neighbouring characters: Chinese words have no spaces between them.
create function text_grams(words text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(text_grams.words, at.at, of.long)), '{}'::text[]) as "coalesce"
    from (generate_series(1, length(text_grams.words)) at(at) cross join (values (1), (2)) of(long)));


-- ------------ Accounts, sessions, SMS codes, and rate limits

-- User accounts. The id of the first account is 10001.
create table account (
  id bigint generated always as identity (start with 10001) primary key,
  username text not null,
  username_key text not null generated always as (lower(username)) stored,
  password_hash text not null,
  role_id smallint not null,
  -- Encrypted; found by the keyed digest in phone_index.
  phone_sealed bytea not null,
  phone_index bytea not null,
  nickname text not null default '',
  email text not null default '',
  gender smallint,
  avatar text not null default '',
  enabled boolean not null default true,
  -- Its password is published, so it works on this machine only and never with SEED=none.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  must_change_password boolean not null default false,
  -- Null until the address was confirmed; mail goes to confirmed addresses only.
  email_confirmed_at timestamptz,
  constraint account_phone_unique unique (phone_index),
  constraint account_username_unique unique (username_key),
  constraint account_gender_known check (gender in (1, 2)),
  constraint account_role_known check (role_id between 1 and 7)
);
create index account_by_role on account (role_id, id desc);

-- Sessions of accounts. The token is stored as a hash.
create table session (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  token_hash bytea not null,
  device text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  -- Time of the last step-up confirmation in this session; signing in does not count.
  confirmed_at timestamptz,
  -- False for sessions from before the cookie got its __Host- prefix.
  is_host_bound boolean not null default true,
  constraint session_token_unique unique (token_hash)
);
create index session_by_account on session (account_id, seen_at desc);
create index session_by_expiry on session (expires_at);

-- Browsers that have signed in to an account. They have their own failure counter, so that guesses from the same
-- network do not lock the owner out.
create table known_device (
  account_id bigint not null references account on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, device_hash)
);

-- Codes sent by SMS, as digests.
create table sms_code (
  id bigint generated always as identity primary key,
  phone_index bytea not null,
  purpose text not null,
  digest bytea not null,
  -- Network that requested the code. Tries from other networks are counted separately, so that a stranger cannot use
  -- up the owner's tries.
  network text not null,
  tries smallint not null default 0,
  foreign_tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sms_code_purpose_known check (purpose in ('register', 'reset'))
);
create index sms_code_newest on sms_code (phone_index, purpose, id desc);

-- Queue of SMS codes. `muted` messages go to phones without an account: they are stored so that a request takes the
-- same time, and never sent.
create table sms_message (
  id bigint generated always as identity primary key,
  phone_index bytea not null,
  phone_sealed bytea not null,
  code_sealed bytea not null,
  purpose text not null,
  state text not null,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint sms_message_state_known check (state in ('queued', 'sent', 'failed', 'muted'))
);
create index sms_message_queue on sms_message (next_try_at) where state = 'queued';
create index sms_message_by_phone on sms_message (phone_index, id desc);

-- Rate limit counters per window; they apply to all nodes and survive a restart.
create table throttle (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
create index throttle_by_age on throttle (window_start);

-- Solved proofs of work; each counts once.
create table spent_challenge (
  signature text primary key,
  spent_at timestamptz not null default now()
);
create index spent_challenge_by_age on spent_challenge (spent_at);

-- Security events, append-only and chained like the audit log. write_security_event takes the number and the digest
-- under one lock, because callers are not in a transaction.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  account_id bigint,
  ip text not null,
  request_id text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index security_event_by_time on security_event (at desc);
create index security_event_by_account on security_event (account_id, id desc);
create index security_event_by_kind on security_event (kind, id desc);
create index security_event_by_ip on security_event (ip, id desc);
create index security_event_by_request on security_event (request_id, id desc);

-- Uploaded pictures in their sizes.
create table picture (
  key text primary key,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index picture_by_age on picture (created_at);


-- ------------ Articles, media, and site settings

-- Articles of the three columns of the site. A withdrawn one stays, and visitors do not see it.
create table article (
  id bigint generated always as identity primary key,
  column_id smallint not null,
  tag_id smallint,
  title text not null,
  summary text not null,
  -- Beginning of the text, shown when the article has no summary.
  excerpt text not null,
  content text not null,
  picture_key text references picture,
  pinned boolean not null default false,
  -- `scheduled` becomes visible at published_at without a job.
  state text not null default 'draft',
  publish_at timestamptz,
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint article_column_known check (column_id in (1, 2, 3)),
  constraint article_published_has_time check ((state <> 'published') or (publish_at is not null)),
  constraint article_state_known check (state in ('draft', 'published', 'withdrawn')),
  constraint article_tag_known check (tag_id in (1, 4))
);
create index article_by_column on article (column_id, pinned desc, publish_at desc, id desc)
  where state = 'published';
create index article_by_tag on article (tag_id, pinned desc, publish_at desc, id desc) where state = 'published';
create index article_by_time on article (publish_at desc, id desc) where state = 'published';
create index article_in_column_by_time on article (column_id, publish_at desc, id desc) where state = 'published';
create index article_for_staff on article (updated_at desc, id desc);

-- Files attached to articles. Null as article: left behind by a deleted article, and removed by a job.
create table attachment (
  id bigint generated always as identity primary key,
  key text not null,
  name text not null,
  mime text not null,
  bytes bigint not null,
  article_id bigint references article on delete set null,
  position integer not null default 0,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint attachment_key_unique unique (key)
);
create index attachment_by_article on attachment (article_id, "position", id);

-- Banners of the home page, one row each; staff order, hide and delete them.
create table banner (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  subtitle text not null,
  link text not null,
  picture_key text not null references picture,
  position integer not null,
  enabled boolean not null,
  constraint banner_kind_known check (kind in ('head', 'small'))
);
create index banner_by_kind on banner (kind, "position", id);

-- The floating advertisement; one row.
create table floating_ad (
  only_row boolean default true primary key,
  enabled boolean not null,
  title text not null,
  link text not null,
  picture_key text references picture,
  constraint floating_ad_is_one check (only_row)
);

-- Settings of the site; one row.
create table site_settings (
  only_row boolean default true primary key,
  settings jsonb not null,
  constraint site_settings_is_one check (only_row)
);

-- Raised by every change of a public page. Nodes poll it and drop their cached pages.
create table content_version (
  only_row boolean default true primary key,
  version bigint not null,
  constraint content_version_is_one check (only_row)
);


-- ------------ Chat: accounts, conversations, messages (docs/guides/sync.md)

-- Accounts of the chat, one for each account of the site, with which it ends.
create table im_account (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Public name in the chat; reveals nothing about the account.
  accid text not null,
  -- Raised by every change that this account can see; the row stays locked until the change is committed.
  version bigint not null default 0,
  last_device_id text not null default '',
  created_at timestamptz not null default now(),
  constraint im_account_accid_unique unique (accid),
  constraint im_account_account_unique unique (account_id)
) with (fillfactor = 50);

-- Chat tokens. A token ends with the session that created it.
create table im_token (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  session_id bigint not null references session on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint im_token_hash_unique unique (token_hash)
);
create index im_token_by_session on im_token (session_id);
create index im_token_by_account on im_token (im_account_id);
create index im_token_by_expiry on im_token (expires_at);

-- Conversations between two accounts.
create table im_conversation (
  id bigint generated always as identity primary key,
  low_id bigint not null references im_account,
  high_id bigint not null references im_account,
  last_seq bigint not null default 0,
  last_time bigint not null default 0,
  -- Data key of the conversation, encrypted with the root secret.
  sealed_key bytea not null,
  -- Messages up to this number lost their bodies together with the data key.
  erased_seq bigint not null default 0,
  constraint im_conversation_pair_unique unique (low_id, high_id),
  constraint im_conversation_pair_ordered check (low_id <= high_id)
) with (fillfactor = 50);
create index im_conversation_by_high on im_conversation (high_id);
create index im_conversation_without_key on im_conversation (id) where sealed_key = '\x'::bytea;

-- Messages. Half of each page stays free, and no index contains what changes, so that updates touch no index.
create table im_message (
  id bigint generated always as identity primary key,
  conversation_id bigint not null,
  -- 1, 2, 3, … in each conversation, without gaps.
  seq bigint not null,
  -- One of the two accounts of the conversation. Without a foreign key, because the writer holds the conversation's
  -- row when it inserts, and a check per message cost a third of the write.
  sender_id bigint not null,
  id_client text not null,
  type smallint not null,
  is_unreadable boolean not null,
  client_type smallint not null,
  device_id text not null,
  -- Milliseconds, strictly increasing within a conversation.
  time bigint not null,
  -- Encrypted (docs/decisions/006-sealed-bodies.md).
  body bytea not null,
  -- Null while the message is unchanged since it was sent.
  modified_time bigint,
  -- The same sender and idClient mean the same message.
  constraint im_message_client_unique unique (sender_id, id_client),
  constraint im_message_place_unique unique (conversation_id, "time")
);

-- A conversation as one of its accounts sees it.
create table im_session (
  im_account_id bigint not null references im_account on delete cascade,
  conversation_id bigint not null references im_conversation on delete cascade,
  version bigint not null,
  unread integer not null default 0,
  -- This account has read up to this time.
  ack bigint not null default 0,
  -- Read receipts were sent to the other side up to this time.
  receipt bigint not null default 0,
  is_deleted boolean not null default false,
  ext text not null default '',
  cleared_time bigint not null default 0,
  primary key (im_account_id, conversation_id)
) with (fillfactor = 50);
create index im_session_by_conversation on im_session (conversation_id);

-- Change feed: one row per changed object of an account, so that a device catches up with one watermark
-- (docs/guides/sync.md).
create table im_change (
  im_account_id bigint not null references im_account on delete cascade,
  kind text not null,
  -- Identifies the object within its kind.
  key text not null,
  -- Version of the last change; the state is in the table of the kind.
  version bigint not null,
  primary key (im_account_id, kind, key)
);
create index im_change_by_version on im_change (im_account_id, version);

-- Profiles of chat accounts, one row per account: what other accounts see of it, and its settings.
create table im_user (
  im_account_id bigint primary key references im_account on delete cascade,
  nick text not null default '',
  avatar text not null default '',
  sign text not null default '',
  gender smallint not null default 0,
  custom text not null default '',
  -- E-mail, birthday and phone, encrypted; shown to the owner only.
  sealed bytea not null default '\x'::bytea,
  -- Shown to others instead of the name; empty for the name itself.
  alias text not null default '',
  -- True when phones are notified while a desktop client is online.
  is_pushed_beside_desktop boolean not null default true,
  created_at timestamptz not null default now(),
  -- Milliseconds, increasing.
  update_time bigint not null default 0,
  constraint im_user_gender_known check (gender between 0 and 2)
);

-- Accounts that an account has blocked or muted, one row per pair.
create table im_relation (
  im_account_id bigint not null references im_account on delete cascade,
  peer_id bigint not null references im_account on delete cascade,
  is_blacked boolean not null default false,
  is_muted boolean not null default false,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, peer_id)
);
create index im_relation_by_peer on im_relation (peer_id);

-- Friends. A deleted friend stays as a row, so that other devices are notified.
create table im_friend (
  im_account_id bigint not null references im_account on delete cascade,
  peer_id bigint not null references im_account on delete cascade,
  alias text not null default '',
  custom text not null default '',
  is_valid boolean not null default true,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, peer_id)
);
create index im_friend_by_peer on im_friend (peer_id);
create index im_friend_by_time on im_friend (im_account_id, update_time);

-- System notifications of an account: friend requests and custom messages.
create table im_system_message (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  from_id bigint not null references im_account on delete cascade,
  type text not null,
  -- The user-written fields ps, attach and content.
  sealed bytea not null,
  is_read boolean not null default false,
  state text not null default 'init',
  time bigint not null,
  constraint im_system_message_state_known check (state in ('init', 'passed', 'rejected', 'error'))
);
create index im_system_message_by_account on im_system_message (im_account_id, id);
create index im_system_message_by_sender on im_system_message (from_id);

-- Messages to all accounts, stored once. A device requests those after the last one that it has.
create table im_broadcast (
  id bigint generated always as identity primary key,
  body text not null,
  time bigint not null,
  expires_at timestamptz not null
);

-- How far each account has received broadcasts.
create table im_broadcast_read (
  im_account_id bigint primary key references im_account on delete cascade,
  broadcast_id bigint not null
);

-- Conversations that an account keeps at the top of its list; unpinning deletes the row.
create table im_stick_top (
  im_account_id bigint not null references im_account on delete cascade,
  session_id text not null,
  top_custom text not null default '',
  is_top boolean not null,
  create_time bigint not null,
  update_time bigint not null,
  primary key (im_account_id, session_id)
);

-- Messages hidden from one account: deleted by it, or recalled by the sender (then one row per side, and the body is
-- gone). The message keeps its number, so that no gap appears.
create table im_message_hidden (
  im_account_id bigint not null references im_account on delete cascade,
  message_id bigint not null references im_message on delete cascade,
  is_recalled boolean not null,
  time bigint not null,
  -- The sender's remark on a recall.
  ps text not null default '',
  attach text not null default '',
  primary key (im_account_id, message_id)
);
create index im_message_hidden_by_message on im_message_hidden (message_id);

-- Devices that receive push notifications.
create table im_device (
  im_account_id bigint not null references im_account on delete cascade,
  device_id text not null,
  client_type smallint not null,
  token_name text not null default '',
  -- Push token, encrypted: its holder can send to the device.
  token_sealed bytea not null default '\x'::bytea,
  is_background boolean not null default false,
  badge integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (im_account_id, device_id)
);
create index im_device_by_update on im_device (updated_at);

-- Logins of chat clients, one row each; old ones are deleted.
create table im_login (
  id bigint generated always as identity primary key,
  im_account_id bigint not null references im_account on delete cascade,
  device_id text not null,
  client_type smallint not null,
  ip text not null,
  at timestamptz not null default now()
);
create index im_login_by_account on im_login (im_account_id, id desc);
create index im_login_by_time on im_login (at);

-- Words that are masked, refused, or left to the client. Never crisis words, which must reach the reader unchanged.
create table im_lexicon_word (
  id bigint generated always as identity primary key,
  word text not null,
  action smallint not null,
  constraint im_lexicon_word_unique unique (word),
  constraint im_lexicon_word_action_known check (action between 1 and 3)
);

-- Version of the word list; one row.
create table im_lexicon (
  is_only boolean default true primary key,
  version bigint not null default 1,
  constraint im_lexicon_only check (is_only)
);

-- Files sent in the chat.
create table im_file (
  id bigint generated always as identity primary key,
  -- Random name in URLs and in storage.
  object text not null,
  owner_id bigint not null references im_account,
  kind text not null,
  mime text not null,
  ext text not null,
  name text not null,
  -- Size of the stored file; pictures are re-encoded without metadata.
  bytes bigint not null default 0,
  md5 text not null default '',
  -- Size and digest of the uploaded file, to recognise the same file again.
  source_bytes bigint not null default 0,
  source_md5 text not null default '',
  width integer,
  height integer,
  part_keys text[] not null default '{}'::text[],
  part_bytes integer[] not null default '{}'::integer[],
  -- Needed to resume the upload.
  context text not null,
  is_complete boolean not null default false,
  survival_seconds bigint,
  created_at timestamptz not null default now(),
  -- End of an unfinished upload, or of a file's lifetime.
  expires_at timestamptz,
  constraint im_file_object_unique unique (object),
  constraint im_file_kind_known check (kind in ('image', 'audio', 'video', 'file'))
);
create index im_file_by_owner on im_file (owner_id, id desc);
create index im_file_by_expiry on im_file (expires_at);
create index im_file_by_source on im_file (source_md5) where is_complete;

-- Accounts that may open a file besides its owner. A share is written before its message and ends with it.
create table im_file_share (
  file_id bigint not null references im_file on delete cascade,
  im_account_id bigint not null references im_account on delete cascade,
  sender_id bigint not null,
  id_client text not null,
  primary key (file_id, im_account_id, sender_id, id_client)
);
create index im_file_share_by_account on im_file_share (im_account_id);
create index im_file_share_by_message on im_file_share (sender_id, id_client);

-- Consents before the first message to a counsellor: version and digest of the text.
create table im_consent (
  im_account_id bigint not null references im_account on delete cascade,
  version text not null,
  text_hash text not null,
  agreed_at timestamptz not null default now(),
  primary key (im_account_id, version)
);


-- ------------ Audit log and crisis alerts

-- Append-only. Each entry contains the digest of the previous one, so that a change or a removal is detected.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- No foreign key: the entry stays when the account is deleted.
  actor_id bigint not null,
  action text not null,
  subject text not null,
  reason text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_log_by_action on audit_log (action, id desc);

-- Texts of users that sound like danger. One open alert per writer; later signals are added to it.
create table crisis_alert (
  id bigint generated always as identity primary key,
  -- Writer and recipient of the messages.
  im_account_id bigint references im_account on delete cascade,
  conversation_id bigint references im_conversation on delete set null,
  level text not null,
  -- Number of signals, and the time of the last one.
  hits integer not null default 1,
  message_time bigint not null,
  state text not null default 'open',
  taken_by bigint references account on delete set null,
  outcome text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  account_id bigint references account on delete cascade,
  question_id bigint,
  booking_id bigint,
  -- Number of rounds of notifications: the people on duty first, then everyone who can be.
  calls smallint not null default 0,
  called_at timestamptz,
  -- The text is a report or an appeal, which is about another text.
  is_report boolean not null default false,
  writer_id bigint not null references account on delete cascade,
  -- Set by the first signal: a later one neither hides a known writer nor reveals a hidden one.
  is_anonymous boolean not null default false,
  -- The follower has not been notified of the latest signal.
  has_news boolean not null default false,
  constraint crisis_alert_level_known check (level in ('plan', 'thought')),
  constraint crisis_alert_outcome_known check (outcome in ('contacted', 'referred', 'unreachable', 'falseAlarm')),
  constraint crisis_alert_outcome_when_closed check ((state = 'closed') = (outcome is not null)),
  constraint crisis_alert_state_known check (state in ('open', 'taken', 'closed'))
);
create index crisis_alert_by_state on crisis_alert (state, id desc);
create index crisis_alert_by_conversation on crisis_alert (conversation_id);
create index crisis_alert_by_question on crisis_alert (question_id) where question_id is not null;
create index crisis_alert_by_account on crisis_alert (account_id) where account_id is not null;
create index crisis_alert_by_booking on crisis_alert (booking_id) where booking_id is not null;
create index crisis_alert_to_call on crisis_alert (id) where (state = 'open') and (calls < 2);
create unique index crisis_alert_live on crisis_alert (writer_id) where state <> 'closed';
create index crisis_alert_by_writer on crisis_alert (writer_id);
create index crisis_alert_with_news on crisis_alert (id) where (state = 'taken') and has_news;

-- Notes of staff about an alert, one row each. They are added only, also after the alert is closed.
create table crisis_note (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  author_id bigint references account on delete set null,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index crisis_note_by_alert on crisis_note (alert_id, id);
create index crisis_note_by_author on crisis_note (author_id);


-- ------------ Periodic jobs

-- Schedule of periodic jobs. The row is locked while its job runs, so that one node at a time runs it and a dead node
-- releases it.
create table job (
  name text primary key,
  due_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Error of the last run; null after success.
  failure text
);


-- ------------ Payments. Amounts are in cents.

-- Orders: one row per thing that an account pays for. A row stays, whatever becomes of the payment.
create table pay_order (
  id bigint generated always as identity primary key,
  -- Shown to people; not guessable.
  order_no text not null,
  account_id bigint references account,
  kind text not null,
  title text not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  subject_type text not null,
  subject_id bigint not null,
  fee_id bigint,
  previous_term_until date,
  constraint pay_order_no_unique unique (order_no),
  constraint pay_order_amount_positive check (amount_cents > 0),
  constraint pay_order_fee_of_dues check ((kind = 'membershipFee') = (fee_id is not null)),
  constraint pay_order_paid_when_paid check ((state in ('paid', 'refunded')) = (paid_at is not null)),
  constraint pay_order_refunded_when_whole check ((state = 'refunded') = (refunded_cents = amount_cents)),
  constraint pay_order_refunded_within check (refunded_cents between 0 and amount_cents),
  constraint pay_order_state_known check (state in ('open', 'paid', 'closed', 'refunded')),
  constraint pay_order_subject_fits_kind check ((kind, subject_type) in (('membershipFee', 'application'),
    ('membershipFee', 'member'), ('conference', 'registration'), ('booking', 'booking'))),
  constraint pay_order_term_of_member check ((subject_type = 'member') = (previous_term_until is not null))
);
create index pay_order_by_account on pay_order (account_id, id desc);
create index pay_order_by_state on pay_order (state, id desc);
create index pay_order_by_kind on pay_order (kind, id desc);
create index pay_order_to_expire on pay_order (expires_at) where state = 'open';
-- A subject is payable once at a time and paid once.
create unique index pay_order_live on pay_order (account_id, kind, subject_type, subject_id, coalesce(fee_id,
  (0)::bigint), coalesce(previous_term_until, '-infinity'::date)) where state in ('open', 'paid');

-- Attempts to pay an order: one number at one provider each. A new method or a new code is a new attempt.
create table pay_attempt (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  -- Our number at the provider.
  attempt_no text not null,
  provider text not null,
  method text not null,
  state text not null default 'starting',
  amount_cents integer not null,
  -- Data of the provider that the payer's device needs to continue.
  ticket jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Time of the next query at the provider, and the number of queries so far.
  query_at timestamptz,
  queries integer not null default 0,
  failure text,
  constraint pay_attempt_no_unique unique (attempt_no),
  constraint pay_attempt_provider_known check (provider in ('wechat', 'alipay', 'bank', 'cash')),
  constraint pay_attempt_state_known check (state in ('starting', 'waiting', 'paid', 'closed', 'failed'))
);
create unique index pay_attempt_live on pay_attempt (order_id) where state in ('starting', 'waiting');
create index pay_attempt_by_order on pay_attempt (order_id, id desc);
create index pay_attempt_to_query on pay_attempt (query_at) where state in ('starting', 'waiting');

-- Payments: money received, one row each, also for a closed order or with a wrong amount.
create table payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  attempt_id bigint not null references pay_attempt,
  provider text not null,
  transaction_id text not null,
  amount_cents integer not null,
  purpose text not null,
  learned_by text not null,
  paid_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint payment_transaction_unique unique (provider, transaction_id),
  constraint payment_amount_positive check (amount_cents > 0),
  constraint payment_purpose_known check (purpose in ('order', 'surplus', 'mismatch')),
  constraint payment_source_known check (learned_by in ('callback', 'query', 'bill', 'staff'))
);
create unique index payment_of_order on payment (order_id) where purpose = 'order';
create index payment_by_order on payment (order_id);
create index payment_by_attempt on payment (attempt_id);
create index payment_by_day on payment (provider, paid_at);

-- Refunds, requested by one person and approved by another.
create table refund (
  id bigint generated always as identity primary key,
  -- Repeated after a crash, so that the provider refunds once.
  refund_no text not null,
  order_id bigint not null references pay_order,
  payment_id bigint not null references payment,
  amount_cents integer not null,
  reason text not null,
  state text not null,
  -- Null: requested by the system, for an overpayment.
  asked_by bigint references account on delete set null,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  note text not null default '',
  query_at timestamptz,
  queries integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  -- Target of a refund that could not go back the way it came: the payer's card, or our account to be paid out by
  -- hand. The card number is not stored.
  redirected_to text,
  paid_out_at timestamptz,
  -- The person who paid the refund out by hand, and the bank's reference.
  paid_out_by bigint references account on delete set null,
  reference text not null default '',
  constraint refund_no_unique unique (refund_no),
  constraint refund_amount_positive check (amount_cents > 0),
  constraint refund_by_two_people check (asked_by <> decided_by),
  constraint refund_paid_out_when_done check ((paid_out_at is null) or (state = 'done')),
  constraint refund_redirected_known check (redirected_to in ('merchant', 'payer')),
  constraint refund_state_known check (state in ('asked', 'refused', 'approved', 'sent', 'done', 'failed'))
);
create index refund_by_state on refund (state, id desc);
create index refund_by_order on refund (order_id);
create index refund_by_payment on refund (payment_id);
create index refund_by_asker on refund (asked_by);
create index refund_by_decider on refund (decided_by);
create index refund_to_send on refund (query_at) where state in ('approved', 'sent');
create index refund_by_day on refund (done_at) where state = 'done';
create index refund_by_paid_out_by on refund (paid_out_by);
create index refund_to_pay_out on refund (id desc) where (redirected_to = 'merchant') and (state = 'done')
  and (paid_out_at is null);

-- Double-entry ledger: each row debits one account and credits another. Append-only.
create table ledger_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id bigint not null references pay_order,
  payment_id bigint references payment,
  refund_id bigint references refund,
  debit text not null,
  credit text not null,
  cents integer not null,
  constraint ledger_entry_once_a_payment unique (payment_id),
  constraint ledger_entry_once_a_refund unique (refund_id),
  constraint ledger_entry_positive check (cents > 0),
  constraint ledger_entry_tells_of_one check (num_nonnulls(payment_id, refund_id) = 1)
);
create index ledger_entry_by_order on ledger_entry (order_id);
create index ledger_entry_by_time on ledger_entry (at);

-- Provider notifications as received, stored before they are verified.
create table pay_callback (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  headers jsonb not null,
  received_at timestamptz not null default now(),
  -- Result of handling it; null while it is not handled.
  verdict text
);
create index pay_callback_by_time on pay_callback (received_at);

-- The id by which WeChat knows an account that paid inside WeChat.
create table wechat_payer (
  account_id bigint primary key references account on delete cascade,
  openid_sealed bytea not null
);

-- State of the simulated payment providers. It is in the database because trial nodes share it and must keep it after
-- a crash; the payment code itself does not read it.
create table simulated_gateway (
  id integer primary key,
  keys_sealed bytea not null,
  constraint simulated_gateway_single check (id = 1)
);

-- Trades of the simulated providers.
create table simulated_trade (
  out_trade_no text primary key,
  trade_type text not null,
  description text not null,
  total_cents integer not null,
  notify_url text not null,
  openid text,
  token text not null,
  state text not null default 'NOTPAY',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- A payment that is under way and arrives at this time.
  arrives_at timestamptz,
  paid_cents integer,
  transaction_id text,
  paid_at timestamptz,
  provider text not null default 'wechat',
  refunds_fail boolean not null default false,
  constraint simulated_trade_token_key unique (token),
  constraint simulated_trade_transaction_id_key unique (transaction_id),
  constraint simulated_trade_provider_known check (provider in ('wechat', 'alipay'))
);
create index simulated_trade_by_day on simulated_trade (paid_at);

-- Refunds of the simulated providers.
create table simulated_refund (
  out_refund_no text primary key,
  refund_id text not null,
  out_trade_no text not null references simulated_trade,
  cents integer not null,
  notify_url text,
  state text not null,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index simulated_refund_by_trade on simulated_refund (out_trade_no);

-- Callbacks that the simulated providers have to send.
create table simulated_callback (
  id bigint generated always as identity primary key,
  url text not null,
  body text not null,
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  provider text not null default 'wechat',
  constraint simulated_callback_provider_known check (provider in ('wechat', 'alipay'))
);
create index simulated_callback_by_time on simulated_callback (next_at);


-- ------------ Provider bills and reconciliation

-- Daily bills of the providers, one row per provider and day, fetched after the day.
create table bill (
  id bigint generated always as identity primary key,
  provider text not null,
  -- China time, 2026-11-20.
  day text not null,
  -- `none`: nothing was paid on that day.
  state text not null,
  trade_hash text not null default '',
  fund_hash text not null default '',
  -- Receipts minus refunds: by the bill of trades, by the bill of funds, and by the ledger.
  trade_cents bigint not null default 0,
  fund_cents bigint not null default 0,
  our_cents bigint not null default 0,
  failure text,
  fetched_at timestamptz not null default now(),
  constraint bill_once_a_day unique (provider, day),
  constraint bill_day_is_day check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  constraint bill_state_known check (state in ('fetched', 'none', 'failed'))
);
create index bill_by_day on bill (day desc, id desc);

-- Lines of the daily bills of the providers, one row per payment or refund.
create table bill_line (
  bill_id bigint not null references bill on delete cascade,
  transaction_id text not null,
  attempt_no text not null,
  -- Empty for a payment.
  refund_no text not null,
  cents integer not null,
  primary key (bill_id, transaction_id, refund_no)
);
create index bill_line_by_transaction on bill_line (transaction_id, refund_no);

-- Differences between bills and ledger, one row each, until finance staff settle it.
create table bill_difference (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill on delete cascade,
  kind text not null,
  transaction_id text not null,
  refund_no text not null,
  order_id bigint references pay_order,
  our_cents bigint,
  their_cents bigint,
  state text not null default 'open',
  note text not null default '',
  settled_by bigint references account on delete set null,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bill_difference_once unique (bill_id, kind, transaction_id, refund_no),
  constraint bill_difference_kind_known check (kind in ('missingHere', 'missingThere', 'amount', 'fund')),
  constraint bill_difference_state_known check (state in ('open', 'settled'))
);
create index bill_difference_open on bill_difference (bill_id) where state = 'open';
create index bill_difference_by_order on bill_difference (order_id);
create index bill_difference_by_settler on bill_difference (settled_by);

-- Receipts of dues and invoices, requested by payers and numbered by finance.
create table receipt (
  id bigint generated always as identity primary key,
  order_id bigint not null references pay_order,
  kind text not null,
  -- `toVoid`: refunded after it was issued, so the tax authority has to void it (红冲).
  state text not null default 'asked',
  buyer text not null,
  tax_no text not null default '',
  email_sealed bytea,
  cents integer not null,
  number text,
  issued_by bigint references account on delete set null,
  issued_at timestamptz,
  void_number text,
  voided_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint receipt_number_once unique (kind, number),
  constraint receipt_kind_known check (kind in ('dues', 'invoice')),
  constraint receipt_numbered check ((state in ('issued', 'toVoid', 'voided')) = (number is not null)),
  constraint receipt_positive check (cents > 0),
  constraint receipt_state_known check (state in ('asked', 'issued', 'toVoid', 'voided', 'cancelled'))
);
create unique index receipt_live on receipt (order_id) where state in ('asked', 'issued', 'toVoid');
create index receipt_by_order on receipt (order_id, id desc);
create index receipt_by_state on receipt (kind, state, id desc);
create index receipt_by_issuer on receipt (issued_by);
create index receipt_by_voider on receipt (voided_by);

-- Proofs of bank transfers that payers upload, one row each; finance staff confirm or refuse it.
create table transfer_proof (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references pay_attempt,
  file_key text not null,
  state text not null default 'sent',
  reason text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint transfer_proof_state_known check (state in ('sent', 'confirmed', 'refused'))
);
create index transfer_proof_by_attempt on transfer_proof (attempt_id, id desc);
create index transfer_proof_by_state on transfer_proof (state, id);
create index transfer_proof_by_decider on transfer_proof (decided_by);

-- Published use of the dues of a year.
create table dues_year (
  year integer primary key,
  -- [{title, cents}], as decided and spent.
  spending jsonb not null,
  note text not null default '',
  published_at timestamptz,
  changed_by bigint references account on delete set null,
  changed_at timestamptz not null default now()
);
create index dues_year_by_changer on dues_year (changed_by);


-- ------------ Private files and certificates

-- Files that only their owner and named roles may open.
create table private_file (
  key text primary key,
  owner_id bigint not null references account on delete cascade,
  purpose text not null,
  -- Role ids that may open it besides the owner.
  readers smallint[] not null,
  name text not null,
  mime text not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index private_file_by_owner on private_file (owner_id, purpose, created_at desc);

-- Certificates that everyone can verify.
create table certificate (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Cannot be derived from another number.
  number text not null,
  account_id bigint references account on delete set null,
  holder text not null,
  -- Certified status or achievement, such as `个人会员`.
  title text not null,
  -- Printed lines: label and value.
  lines jsonb not null default '[]'::jsonb,
  -- Reason of issue, such as `member 12`; one certificate per subject and kind is valid.
  subject text not null,
  issued_on date not null,
  valid_until date,
  revoked_at timestamptz,
  revoke_reason text,
  created_at timestamptz not null default now(),
  constraint certificate_number_unique unique (number),
  constraint certificate_kind_known check (kind in ('member', 'unitMember', 'attendance', 'award', 'exam')),
  constraint certificate_revoked_with_reason check ((revoked_at is null) = (revoke_reason is null))
);
create unique index certificate_in_force on certificate (kind, subject) where revoked_at is null;
create index certificate_by_account on certificate (account_id, id desc);
create index certificate_by_kind on certificate (kind, id desc);
create index certificate_by_holder on certificate (holder, id desc);


-- ------------ Membership

-- Levels of membership with their fee. A level that is no longer offered is disabled, not deleted.
create table member_level (
  id smallint generated always as identity primary key,
  kind text not null,
  title text not null,
  description text not null default '',
  -- Number of people who are members through a unit, including its representative.
  seats smallint not null default 1,
  enabled boolean not null default true,
  position smallint not null default 0,
  constraint member_level_title_unique unique (title),
  constraint member_level_kind_known check (kind in ('individual', 'unit')),
  constraint member_level_seats_sane check (seats between 1 and 500)
);

-- Fees by decision. A fee never changes; another one replaces it from a date on.
create table member_fee (
  id bigint generated always as identity primary key,
  level_id smallint not null references member_level,
  cents integer not null,
  term_months smallint not null,
  effective_from date not null,
  -- The resolution that set the fee.
  decision text not null,
  decided_on date not null,
  decision_file text references private_file,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint member_fee_one_a_day unique (level_id, effective_from),
  constraint member_fee_cents_sane check (cents between 0 and 100000000),
  constraint member_fee_term_sane check (term_months between 1 and 120)
);

create sequence member_number_seq;

-- Memberships of people and units. A member who leaves stays as a row, and a new application makes a new one.
create table member (
  id bigint generated always as identity primary key,
  number text not null,
  kind text not null,
  level_id smallint not null references member_level,
  -- For a unit, its representative's account; null until an imported member has signed in.
  account_id bigint references account on delete set null,
  name text not null,
  organization text not null default '',
  gender text,
  state text not null,
  joined_on date not null,
  term_from date not null,
  -- Last day of the term.
  term_until date not null,
  left_on date,
  left_reason text,
  -- ID number of a person, registration number of a unit; encrypted.
  id_number_sealed bytea,
  id_number_index bytea,
  phone_sealed bytea not null,
  phone_index bytea not null,
  email_sealed bytea,
  in_directory boolean not null default false,
  introduction text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  application_id bigint,
  -- Level requested for the next term, until the secretariat has answered.
  wished_level_id smallint references member_level,
  wished_at timestamptz,
  constraint member_number_unique unique (number),
  constraint member_gender_known check (gender in ('男', '女')),
  constraint member_kind_known check (kind in ('individual', 'unit')),
  constraint member_left_with_day check ((state = 'left') = (left_on is not null)),
  constraint member_state_known check (state in ('active', 'grace', 'lapsed', 'left')),
  constraint member_term_in_order check (term_from <= term_until),
  constraint member_wish_with_time check ((wished_level_id is null) = (wished_at is null))
);
-- One current membership per person.
create unique index member_live_account on member (account_id) where (state <> 'left') and (account_id is not null);
create unique index member_live_id_number on member (kind, id_number_index) where (state <> 'left')
  and (id_number_index is not null);
create index member_by_account on member (account_id, id desc);
create index member_by_phone on member (phone_index);
create index member_by_state on member (state, id desc);
create index member_by_term on member (term_until, id) where state in ('active', 'grace', 'lapsed');
create index member_directory on member (joined_on desc, id desc) where in_directory and (state in ('active',
  'grace'));
create index member_by_level on member (level_id);
create index member_by_application on member (application_id);
create index member_by_kind on member (kind, id desc);
create index member_by_wish on member (id desc) where wished_level_id is not null;

-- Paid terms. A refund removes its term.
create table member_term (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  fee_id bigint references member_fee,
  order_no text,
  cents integer not null,
  starts_on date not null,
  ends_on date not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint member_term_order_once unique (order_no)
);
create index member_term_by_member on member_term (member_id, starts_on desc);
create index member_term_by_fee on member_term (fee_id);

-- People of a unit. They are invited by phone and join when they accept.
create table member_seat (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  account_id bigint references account on delete cascade,
  name text not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  state text not null default 'asked',
  created_at timestamptz not null default now(),
  constraint member_seat_once unique (member_id, phone_index),
  constraint member_seat_state_known check (state in ('asked', 'taken')),
  constraint member_seat_taken_by_somebody check ((state = 'asked') or (account_id is not null))
);
create index member_seat_by_phone on member_seat (phone_index);
create unique index member_seat_by_account on member_seat (account_id) where account_id is not null;

-- Consents with version and digest of the text.
create table consent (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null,
  version text not null,
  text_hash text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create unique index consent_in_force on consent (account_id, purpose) where withdrawn_at is null;
create index consent_by_account on consent (account_id, id desc);

-- Settings of membership; one row.
create table membership_settings (
  only_row boolean default true primary key,
  settings jsonb not null,
  constraint membership_settings_only_one check (only_row)
);

-- Applications for membership, one row each, through review and payment to its end.
create table member_application (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  level_id smallint references member_level,
  state text not null,
  -- The next reviewer.
  stage text not null default 'secretariat',
  -- Shown in lists; the form itself is encrypted.
  name text not null default '',
  organization text not null default '',
  form_sealed bytea not null,
  id_number_index bytea,
  phone_index bytea,
  resume_key text references private_file on delete set null,
  warnings text[] not null default '{}'::text[],
  submitted_at timestamptz,
  branch_by bigint references account on delete set null,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  reason text not null default '',
  -- Corrections requested: field name to sentence.
  field_reasons jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  branch_id smallint,
  constraint member_application_kind_known check (kind in ('individual', 'unit')),
  constraint member_application_stage_known check (stage in ('branch', 'secretariat')),
  constraint member_application_state_known check (state in ('draft', 'submitted', 'returned', 'rejected', 'approved',
    'joined', 'withdrawn'))
);
create unique index member_application_live on member_application (account_id) where state in ('draft', 'submitted',
  'returned', 'approved');
create index member_application_by_account on member_application (account_id, id desc);
create index member_application_waiting on member_application (submitted_at, id) where state = 'submitted';
create index member_application_by_state on member_application (state, id desc);
create index member_application_by_number on member_application (id_number_index) where id_number_index is not null;
create index member_application_by_phone on member_application (phone_index) where phone_index is not null;
create index member_application_by_resume on member_application (resume_key);
create index member_application_by_branch on member_application (branch_id, state, id desc)
  where branch_id is not null;

-- Steps of an application, one row each: who did it and why. They are added only.
create table member_application_step (
  id bigint generated always as identity primary key,
  application_id bigint not null references member_application on delete cascade,
  actor_id bigint references account on delete set null,
  step text not null,
  reason text not null default '',
  at timestamptz not null default now()
);
create index member_application_step_by_application on member_application_step (application_id, id);

-- Notes of reviewers about an application, which the applicant does not see.
create table member_note (
  id bigint generated always as identity primary key,
  application_id bigint not null references member_application on delete cascade,
  author_id bigint references account on delete set null,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index member_note_by_application on member_note (application_id, id);

-- Reminders about the end of a term and notices of a changed state, each sent once.
create table member_reminder (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  term_until date not null,
  -- Days before the end; negative after it.
  days smallint not null,
  created_at timestamptz not null default now(),
  kind text not null default 'reminder',
  -- The member has no account yet, only a phone number.
  by_phone boolean not null default false,
  -- Number of people notified: the holders of the unit's seats.
  people smallint not null default 0,
  constraint member_reminder_once unique (member_id, term_until, days, kind),
  constraint member_reminder_kind_known check (kind in ('reminder', 'grace', 'lapsed', 'left'))
);
create index member_reminder_by_time on member_reminder (id desc);


-- ------------ Encryption keys

-- The root key that encrypts and indexes. It changes in the transaction that encrypts everything again (npm run
-- rotate-key).
create table key_in_force (
  only_row boolean default true primary key,
  key_id smallint not null default 1,
  since timestamptz not null default now(),
  constraint key_in_force_is_a_byte check (key_id between 1 and 255),
  constraint key_in_force_only_one check (only_row)
);


-- ------------ Messages and notifications

-- Announcements to all users or to a group. Ids start far from those of articles, because one URL shows either.
create table bulletin (
  id bigint generated always as identity (start with 900000001) primary key,
  title text not null,
  content text not null,
  -- `all`, or the name of a group.
  audience text not null,
  author_id bigint references account on delete set null,
  recipients integer not null default 0,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create index bulletin_by_author on bulletin (author_id);

-- Messages in the message centre, one row per message and reader.
create table message (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  type smallint not null,
  title text not null,
  link text not null,
  bulletin_id bigint references bulletin on delete cascade,
  question_id bigint,
  -- Copied when the event happened, because an anonymous sender must not be looked up later.
  from_name text not null,
  from_avatar text not null,
  -- Deduplication key.
  once_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint message_type_known check (type in (1, 3, 5, 6))
);
create index message_unread on message (account_id, id desc) where read_at is null;
create index message_read on message (account_id, id desc) where read_at is not null;
create unique index message_once on message (account_id, once_key) where once_key is not null;
create index message_by_bulletin on message (bulletin_id) where bulletin_id is not null;

-- Channels per kind. Without a row, the defaults of the kind apply.
create table notice_choice (
  account_id bigint not null references account on delete cascade,
  kind text not null,
  site boolean not null,
  sms boolean not null,
  mail boolean not null,
  primary key (account_id, kind)
);

-- Quiet hours as minutes of the day in China; past midnight when the end is smaller.
create table notice_quiet (
  account_id bigint primary key references account on delete cascade,
  enabled boolean not null,
  from_minute smallint not null,
  to_minute smallint not null,
  constraint notice_quiet_from_in_day check (from_minute between 0 and 1439),
  constraint notice_quiet_to_in_day check (to_minute between 0 and 1439)
);

-- Queue and log of SMS and mail notifications. Neither contains the content of the message.
create table delivery (
  id bigint generated always as identity primary key,
  account_id bigint references account on delete cascade,
  kind text not null,
  channel text not null,
  state text not null default 'queued',
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  phone_sealed bytea,
  constraint delivery_channel_known check (channel in ('sms', 'mail')),
  constraint delivery_state_known check (state in ('queued', 'sent', 'failed', 'skipped')),
  constraint delivery_to_phone_by_sms check ((account_id is not null) or (channel = 'sms')),
  constraint delivery_to_somebody check ((account_id is null) = (phone_sealed is not null))
);
create index delivery_queue on delivery (next_try_at) where state = 'queued';
create index delivery_by_state on delivery (state, id desc);
create index delivery_by_account on delivery (account_id, id desc);


-- ------------ Counsellors and consulting domains

-- Consulting domains of counsellors and questions.
create table domain (
  id smallint generated always as identity primary key,
  name text not null,
  position integer not null default 0,
  enabled boolean not null default true,
  -- Number of clicks, and of visible questions (maintained by triggers).
  clicks bigint not null default 0,
  question_count integer not null default 0,
  -- Everyday words that visitors search for; staff edit them.
  synonyms text[] not null default '{}'::text[],
  constraint domain_name_unique unique (name)
);
create index domain_in_order on domain ("position", id) where enabled;

-- Pages of counsellors. Every counsellor has a row, which staff complete before it is listed.
create table counsellor (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Copied from the account by a trigger, so that lists do not read it.
  name text not null,
  gender smallint,
  avatar text not null default '',
  department text not null default '',
  professional_title text not null default '',
  description text not null default '',
  qualification text not null default '',
  domain_ids smallint[] not null default '{}'::smallint[],
  price_cents integer not null default 0,
  working_hours text not null default '',
  phone text not null default '',
  accid text not null default '',
  -- In the directory. An unlisted counsellor keeps answers and followers.
  is_listed boolean not null default true,
  -- Characters and bigrams of name, domains and description; the search index.
  grams text[] not null default '{}'::text[],
  -- The same texts, for comparing longer words.
  searched text not null default '',
  follow_count integer not null default 0,
  answer_count integer not null default 0,
  -- A follower counts as much as three answers.
  standing integer not null generated always as (answer_count + 3 * follow_count) stored,
  created_at timestamptz not null default now(),
  constraint counsellor_account_unique unique (account_id),
  constraint counsellor_gender_known check (gender in (1, 2)),
  constraint counsellor_price_not_negative check (price_cents >= 0)
);
create index counsellor_by_standing on counsellor (standing desc, id) where is_listed;
create index counsellor_by_gender on counsellor (gender, standing desc, id) where is_listed;
create index counsellor_grams on counsellor using gin (grams) where is_listed;
create index counsellor_domains on counsellor using gin (domain_ids) where is_listed;

-- Counsellors that an account follows, one row per pair.
create table counsellor_follow (
  counsellor_id bigint not null references counsellor on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, counsellor_id)
);
create index counsellor_follow_newest on counsellor_follow (account_id, created_at desc, counsellor_id desc);
create index counsellor_follow_by_counsellor on counsellor_follow (counsellor_id, ((+ account_id)));


-- ------------ Questions and answers (docs/guides/questions.md)

-- Questions of users, one row each. One that is refused or removed stays, and visitors do not see it.
create table question (
  id bigint generated always as identity primary key,
  author_id bigint references account on delete set null,
  title text not null,
  content text not null,
  is_anonymous boolean not null,
  domain_ids smallint[] not null,
  -- `held` waits for moderation; `refused` was hidden by a moderator; `removed` by the author.
  state text not null,
  state_reason text not null default '',
  merged_into bigint references question on delete set null,
  closed_at timestamptz,
  answer_count integer not null default 0,
  collect_count integer not null default 0,
  -- Sum of the likes of its answers.
  like_count integer not null default 0,
  -- Days since 1970; the weight of age in both rankings.
  asked_day double precision not null,
  -- Each doubling of answers, likes and collections weighs as much as fourteen days of age; in `recommended`, as one.
  hot double precision not null generated always as (asked_day + 14 * ln(1 + 3 * answer_count + 2 * collect_count
    + like_count) / ln(2)) stored,
  recommended double precision not null generated always as (asked_day + ln(1 + 3 * answer_count + 2 * collect_count
    + like_count) / ln(2)) stored,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint question_merged_somewhere check ((state <> 'merged') or (merged_into is not null)),
  constraint question_state_known check (state in ('held', 'shown', 'refused', 'removed', 'merged'))
);
create index question_hot on question (hot desc, id desc) where state = 'shown';
create index question_recommended on question (recommended desc, id desc) where state = 'shown';
create index question_newest on question (id desc) where state = 'shown';
create index question_domains on question using gin (domain_ids) where state = 'shown';
create index question_by_state on question (state, id desc);
create index question_merged on question (merged_into) where merged_into is not null;
create index question_by_author on question (author_id, id desc) include (state);
create index question_title_grams on question using gin (text_grams(title));

-- Answers of counsellors and the association to questions.
create table answer (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  author_id bigint references account on delete set null,
  -- Null for an answer of the association's staff.
  counsellor_id bigint references counsellor on delete set null,
  content text not null,
  state text not null,
  state_reason text not null default '',
  -- The answer and its question are shown.
  in_sight boolean not null default false,
  like_count integer not null default 0,
  collect_count integer not null default 0,
  answered_day double precision not null,
  hot double precision not null generated always as (answered_day + 14 * ln(1 + 2 * like_count
    + 3 * collect_count) / ln(2)) stored,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint answer_state_known check (state in ('held', 'shown', 'refused', 'removed'))
);
create index answer_hot on answer (hot desc, id desc) where in_sight;
create index answer_newest on answer (id desc) where in_sight;
create index answer_by_question on answer (question_id, hot desc, id desc);
create index answer_by_counsellor on answer (counsellor_id, id desc) where in_sight;
create index answer_by_author on answer (author_id, id desc);
create index answer_by_state on answer (state, id desc);

-- Likes of answers, one row per account and answer.
create table answer_like (
  answer_id bigint not null references answer on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, answer_id)
);
create index answer_like_by_answer on answer_like (answer_id);

-- Collections of answers. The account comes first in the key: the collected answers of a page are then adjacent.
create table answer_collect (
  answer_id bigint not null references answer on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  -- Copied from the answer, so that collections are counted with one index.
  in_sight boolean not null default true,
  primary key (account_id, answer_id)
);
create index answer_collect_by_answer on answer_collect (answer_id);
create index answer_collect_newest on answer_collect (account_id, created_at desc) include (answer_id) where in_sight;

-- Collections of questions. The account comes first in the key: the collected questions of a page are then adjacent.
create table question_collect (
  question_id bigint not null references question on delete cascade,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  -- Copied from the question, so that collections are counted with one index.
  in_sight boolean not null default true,
  primary key (account_id, question_id)
);
create index question_collect_newest on question_collect (account_id, created_at desc) include (question_id)
  where in_sight;
create index question_collect_by_question on question_collect (question_id, ((+ account_id)));

-- Numbers of visible questions and answers, maintained by triggers.
create table tally (
  name text primary key,
  value bigint not null
);


-- ------------ Moderation

-- Words that hold a text for moderation or refuse it.
create table watch_word (
  id bigint generated always as identity primary key,
  word text not null,
  -- Normalised for comparison: one width, one case, no separators.
  plain text not null,
  action text not null,
  created_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  constraint watch_word_unique unique (plain),
  constraint watch_word_action_known check (action in ('hold', 'mask', 'refuse', 'alert'))
);
create index watch_word_by_creator on watch_word (created_by);

-- Moderation queue: held texts, reports and appeals.
create table review (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  answer_id bigint references answer on delete cascade,
  cause text not null,
  -- The words found, the reason of a report, or the author's statement.
  detail text not null,
  reporter_id bigint references account on delete set null,
  state text not null default 'open',
  decision text,
  note text not null default '',
  decided_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint review_cause_known check (cause in ('word', 'crisis', 'report', 'appeal')),
  constraint review_decided_when_settled check ((state = 'settled') = (decision is not null)),
  constraint review_decision_known check (decision in ('show', 'refuse', 'dismiss')),
  constraint review_state_known check (state in ('open', 'settled'))
);
create index review_by_state on review (state, id desc);
create index review_by_question on review (question_id);
create index review_by_answer on review (answer_id) where answer_id is not null;
create index review_by_decider on review (decided_by);
-- One open report per person and text, and one open appeal.
create unique index review_once on review (reporter_id, question_id, coalesce(answer_id, (0)::bigint), cause)
  where (state = 'open') and (cause in ('report', 'appeal'));

-- Earlier versions of edited texts.
create table revision (
  id bigint generated always as identity primary key,
  question_id bigint not null references question on delete cascade,
  answer_id bigint references answer on delete cascade,
  title text not null,
  content text not null,
  edited_by bigint references account on delete set null,
  created_at timestamptz not null default now()
);
create index revision_by_question on revision (question_id, id desc);
create index revision_by_answer on revision (answer_id) where answer_id is not null;
create index revision_by_editor on revision (edited_by);


-- ------------ Credentials of counsellors

-- Credentials, verified by staff; the scan is visible to staff only.
create table counsellor_credential (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  title text not null,
  number text not null,
  issuer text not null,
  valid_until timestamptz,
  -- Key of a private file.
  scan_key text,
  state text not null default 'pending',
  note text not null default '',
  verified_by bigint references account on delete set null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint counsellor_credential_state_known check (state in ('pending', 'verified', 'refused'))
);
create index counsellor_credential_of on counsellor_credential (counsellor_id, id);
create index counsellor_credential_waiting on counsellor_credential (state, id);
create index counsellor_credential_by_verifier on counsellor_credential (verified_by);


-- ------------ Bookings

-- Weekly hours of counsellors. Times are minutes of the day in China.
create table booking_rule (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  -- 1 is Monday.
  weekday smallint not null,
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null,
  constraint booking_rule_mode check (mode in ('online', 'offline', 'both')),
  constraint booking_rule_order check ((0 <= from_minute) and (from_minute < to_minute) and (to_minute <= 1440)),
  constraint booking_rule_weekday check (weekday between 1 and 7)
);
create index booking_rule_of on booking_rule (counsellor_id, weekday, from_minute);

-- Single days that differ: closed, or open at other hours. The day is written 2026-11-21.
create table booking_exception (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  day text not null,
  is_open boolean not null,
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null,
  constraint booking_exception_day check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  constraint booking_exception_mode check (mode in ('online', 'offline', 'both')),
  constraint booking_exception_order check ((0 <= from_minute) and (from_minute < to_minute) and (to_minute <= 1440))
);
create index booking_exception_of on booking_exception (counsellor_id, day);

-- Appointments. `place` and `presence` are ranges of minutes since 1970; no two may overlap for one counsellor or one
-- client.
create table booking (
  id bigint generated always as identity primary key,
  counsellor_id bigint not null references counsellor on delete cascade,
  account_id bigint not null references account on delete cascade,
  mode text not null,
  start_minute bigint not null,
  minutes integer not null,
  buffer_minutes integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null,
  hold_until timestamptz,
  price_cents integer not null,
  order_no text,
  -- The consent, and who gave it for a minor.
  consent_version text not null,
  consent_hash text not null,
  intake_sealed bytea not null,
  is_minor boolean not null,
  cancelled_by bigint,
  cancel_reason text not null default '',
  changed_times smallint not null default 0,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  place int8range not null generated always as (int8range(counsellor_id * 100000000 + start_minute,
    counsellor_id * 100000000 + start_minute + minutes + buffer_minutes)) stored,
  presence int8range not null generated always as (int8range(account_id * 100000000 + start_minute,
    account_id * 100000000 + start_minute + minutes)) stored,
  constraint booking_no_double exclude using gist (place with &&) where ((state = any (array['held'::text,
    'booked'::text]))),
  constraint booking_one_place exclude using gist (presence with &&) where ((state = any (array['held'::text,
    'booked'::text]))),
  constraint booking_held_until check ((state = 'held') = (hold_until is not null)),
  constraint booking_mode_known check (mode in ('online', 'offline')),
  constraint booking_state_known check (state in ('held', 'booked', 'done', 'noShow', 'cancelled', 'lapsed'))
);
create index booking_of_client on booking (account_id, start_minute desc);
create index booking_of_counsellor on booking (counsellor_id, start_minute desc);
create index booking_by_state on booking (state, id desc);
create index booking_holds on booking (hold_until) where state = 'held';
create index booking_to_remind on booking (starts_at) where (state = 'booked') and (reminded_at is null);
create index booking_to_end on booking (ends_at) where state = 'booked';

-- Notes of the counsellor, encrypted.
create table booking_note (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking on delete cascade,
  author_id bigint references account on delete set null,
  kind text not null,
  text_sealed bytea not null,
  created_at timestamptz not null default now(),
  constraint booking_note_kind check (kind in ('note', 'referral'))
);
create index booking_note_of on booking_note (booking_id, id);
create index booking_note_by_author on booking_note (author_id);

-- Ratings after an appointment, one per booking.
create table booking_rating (
  booking_id bigint primary key references booking on delete cascade,
  stars smallint not null,
  created_at timestamptz not null default now(),
  -- For the counsellor only, encrypted.
  text_sealed bytea,
  constraint booking_rating_stars check (stars between 1 and 5)
);

-- Complaints about appointments, one row each; the secretariat answers it.
create table booking_complaint (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking on delete cascade,
  text_sealed bytea not null,
  state text not null default 'open',
  answer text not null default '',
  handled_by bigint references account on delete set null,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  constraint booking_complaint_state check (state in ('open', 'handled'))
);
create unique index booking_complaint_open on booking_complaint (booking_id) where state = 'open';
create index booking_complaint_by_handler on booking_complaint (handled_by);
create index booking_complaint_in_order on booking_complaint (state desc, id desc);


-- ------------ Examinations

-- Questions of the bank; their texts and keys are in versions.
create table exam_question (
  id bigint generated always as identity primary key,
  subject text not null,
  -- 0 single choice, 1 multiple choice, 2 judgement (portal.md 3).
  kind smallint not null,
  difficulty smallint not null,
  retired boolean not null default false,
  -- Latest version; papers keep the version they were made with.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint exam_question_difficulty_known check (difficulty in (1, 2, 3)),
  constraint exam_question_kind_known check (kind in (0, 1, 2))
);
create index exam_question_by_change on exam_question (updated_at desc, id desc);
create index exam_question_by_subject on exam_question (subject, kind, difficulty) where not retired;

-- Versions of questions. A changed question is a new row, so that attempts keep theirs.
create table exam_question_version (
  id bigint generated always as identity primary key,
  question_id bigint not null references exam_question on delete cascade,
  version integer not null,
  content text not null,
  -- Without letters, which follow from the order that an examinee sees.
  options text[] not null,
  -- Letters in stored order, such as `AC`; `T` or `F` for a judgement.
  answer text not null,
  explanation text not null default '',
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  -- Letters of options that keep their place when the others are shuffled, such as “all of the above”.
  fixed_options text not null default '',
  constraint exam_question_version_unique unique (question_id, version)
);
create index exam_question_version_by_author on exam_question_version (author_id);

-- Papers: fixed questions, or rules by which questions are drawn. A ready paper never changes.
create table exam_paper (
  id bigint generated always as identity primary key,
  name text not null,
  -- The same questions for all, or drawn per examinee by rules.
  kind text not null,
  -- Score of a multiple choice with some right letters and no wrong one.
  partial text not null,
  -- A ready paper never changes.
  state text not null default 'draft',
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint exam_paper_kind_known check (kind in ('fixed', 'drawn')),
  constraint exam_paper_partial_known check (partial in ('none', 'half', 'each')),
  constraint exam_paper_state_known check (state in ('draft', 'ready'))
);
create index exam_paper_by_change on exam_paper (updated_at desc, id desc);
create index exam_paper_by_author on exam_paper (author_id);

-- Questions of a fixed paper.
create table exam_paper_item (
  paper_id bigint not null references exam_paper on delete cascade,
  position smallint not null,
  question_version_id bigint not null references exam_question_version,
  score double precision not null,
  primary key (paper_id, "position"),
  constraint exam_paper_item_score_positive check (score > (0)::double precision)
);
create index exam_paper_item_by_question on exam_paper_item (question_version_id);

-- Rules of a drawn paper.
create table exam_paper_rule (
  paper_id bigint not null references exam_paper on delete cascade,
  position smallint not null,
  kind smallint not null,
  -- Null for any.
  subject text,
  difficulty smallint,
  count smallint not null,
  score double precision not null,
  primary key (paper_id, "position"),
  constraint exam_paper_rule_count_positive check (count > 0),
  constraint exam_paper_rule_difficulty_known check (difficulty in (1, 2, 3)),
  constraint exam_paper_rule_kind_known check (kind in (0, 1, 2)),
  constraint exam_paper_rule_score_positive check (score > (0)::double precision)
);

-- Examinations: a paper, a time window, and who may take it. `testId` on the wire.
create table exam (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_paper,
  name text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  duration_minutes smallint not null,
  attempts smallint not null default 1,
  -- Which attempt counts.
  counted text not null default 'best',
  shuffle_questions boolean not null default true,
  shuffle_options boolean not null default true,
  -- When examinees see the result with the right answers.
  shown text not null default 'afterEnd',
  gives_certificate boolean not null default false,
  state text not null default 'draft',
  version integer not null default 1,
  author_id bigint references account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint exam_attempts_known check (attempts between 1 and 20),
  constraint exam_counted_known check (counted in ('best', 'last')),
  constraint exam_duration_known check (duration_minutes between 1 and 600),
  constraint exam_shown_known check (shown in ('afterHandIn', 'afterEnd')),
  constraint exam_state_known check (state in ('draft', 'open', 'cancelled')),
  constraint exam_window_forward check (end_at > start_at)
);
create index exam_by_paper on exam (paper_id);
create index exam_by_start on exam (start_at desc, id desc);
create index exam_by_end on exam (end_at) where state = 'open';
create index exam_by_author on exam (author_id);

-- Groups of examinees to which examinations are assigned.
create table exam_group (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  constraint exam_group_name_unique unique (name)
);

-- Accounts in groups of examinees, one row per pair.
create table exam_group_member (
  group_id bigint not null references exam_group on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (group_id, account_id)
);
create index exam_group_member_by_account on exam_group_member (account_id);

-- Groups and accounts that may take an examination.
create table exam_target (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam on delete cascade,
  kind text not null,
  account_id bigint references account on delete cascade,
  group_id bigint references exam_group on delete cascade,
  constraint exam_target_unique unique nulls not distinct (exam_id, kind, account_id, group_id),
  constraint exam_target_kind_known check (kind in ('account', 'group', 'members', 'everyone')),
  constraint exam_target_names_whom check (((kind = 'account') = (account_id is not null))
    and ((kind = 'group') = (group_id is not null)))
);
create index exam_target_by_account on exam_target (account_id);
create index exam_target_by_group on exam_target (group_id);

-- Extra time or attempts for one person.
create table exam_allowance (
  exam_id bigint not null references exam on delete cascade,
  account_id bigint not null references account on delete cascade,
  extra_minutes smallint not null default 0,
  extra_attempts smallint not null default 0,
  primary key (exam_id, account_id),
  constraint exam_allowance_attempts_known check (extra_attempts between 0 and 20),
  constraint exam_allowance_minutes_known check (extra_minutes between 0 and 600)
);
create index exam_allowance_by_account on exam_allowance (account_id);

-- Attempts: one start of an examination by one examinee, with the questions that were drawn.
create table exam_attempt (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam,
  account_id bigint not null references account on delete cascade,
  number smallint not null,
  -- Determines the order of questions and options.
  seed integer not null,
  -- The questions of this attempt, by number from 1.
  question_version_ids bigint[] not null,
  scores double precision[] not null,
  started_at timestamptz not null default now(),
  deadline timestamptz not null,
  state text not null default 'inProgress',
  handed_in_at timestamptz,
  handed_in_by text,
  score double precision,
  -- The session that opened it last; another one is a sign-in from elsewhere.
  session_id bigint,
  certificate_id bigint references certificate on delete set null,
  constraint exam_attempt_unique unique (exam_id, account_id, number),
  constraint exam_attempt_ended check ((state = 'inProgress') = (handed_in_at is null)),
  constraint exam_attempt_handed_in_by_known check (handed_in_by in ('examinee', 'clock', 'examiner')),
  constraint exam_attempt_marked check ((state = 'marked') = (score is not null)),
  constraint exam_attempt_state_known check (state in ('inProgress', 'handedIn', 'marked'))
);
create unique index exam_attempt_running on exam_attempt (exam_id, account_id) where state = 'inProgress';
create index exam_attempt_due on exam_attempt (deadline) where state = 'inProgress';
create index exam_attempt_by_account on exam_attempt (account_id, exam_id);
create index exam_attempt_by_exam on exam_attempt (exam_id, id);
create index exam_attempt_by_certificate on exam_attempt (certificate_id);
-- Attempts that wait for their certificate.
create index exam_attempt_passed on exam_attempt (exam_id, account_id) where (certificate_id is null)
  and (score >= (60)::double precision);

-- Answers of an attempt.
create table exam_answer (
  attempt_id bigint not null references exam_attempt on delete cascade,
  num smallint not null,
  -- Letters in the order of the bank, not of the screen; empty when withdrawn.
  answer text not null,
  -- Server time in milliseconds; an older answer that arrives late changes nothing.
  given_at bigint not null,
  is_right boolean,
  points double precision,
  primary key (attempt_id, num)
);

-- Events during an attempt, shown to examiners; no automatic decision uses them.
create table exam_event (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references exam_attempt on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  detail text not null default ''
);
create index exam_event_by_attempt on exam_event (attempt_id, id);

-- Corrected keys; marking uses them instead.
create table exam_correction (
  exam_id bigint not null references exam on delete cascade,
  question_version_id bigint not null references exam_question_version,
  -- Null gives everyone the full score.
  answer text,
  reason text not null,
  made_by bigint references account on delete set null,
  made_at timestamptz not null default now(),
  primary key (exam_id, question_version_id)
);
create index exam_correction_by_question on exam_correction (question_version_id);
create index exam_correction_by_maker on exam_correction (made_by);

-- Special committees with their own registration channel.
create table special_committee (
  id bigint generated always as identity primary key,
  name text not null,
  position integer not null default 0,
  enabled boolean not null default true,
  constraint special_committee_name_unique unique (name)
);


-- ------------ Conference (docs/guides/conference.md)

-- Meetings. Several can be open; the annual conference is shown when none is named.
create table meeting (
  id bigint generated always as identity primary key,
  title text not null,
  content text not null,
  location text not null,
  registration_deadline timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Until then, participants change their registration themselves; later they send a request.
  change_deadline timestamptz not null,
  -- The full fee is refunded until the first date, half until the second, nothing later.
  full_refund_until timestamptz not null,
  half_refund_until timestamptz not null,
  -- How long an unpaid place is held, when places are limited.
  hold_hours integer not null default 72,
  -- How long a person from the waiting list may pay for an offered place.
  offer_hours integer not null default 24,
  -- Hours of continuing education for full attendance.
  credit_hours integer not null default 0,
  -- Personal data is deleted this many days after the end.
  retention_days integer not null default 180,
  state text not null default 'draft',
  published_at timestamptz,
  purged_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rooms_told_at timestamptz,
  kind text not null default 'event',
  constraint meeting_ends_after_start check (ends_at > starts_at),
  constraint meeting_kind_known check (kind in ('annual', 'event')),
  constraint meeting_open_when_published check ((state = 'draft') or (published_at is not null)),
  constraint meeting_refund_halves_later check (half_refund_until >= full_refund_until),
  constraint meeting_state_known check (state in ('draft', 'open', 'closed'))
);
-- Published meetings are listed by their start.
create index meeting_by_start on meeting (starts_at desc, id desc);
create index meeting_open_by_start on meeting (starts_at, id) where state = 'open';

-- Kinds of attendance and their fees.
create table meeting_type (
  meeting_id bigint not null references meeting on delete cascade,
  attend_type smallint not null,
  price_cents integer not null,
  early_price_cents integer,
  early_until timestamptz,
  -- Null for no limit.
  quota integer,
  enabled boolean not null default true,
  primary key (meeting_id, attend_type),
  constraint meeting_type_early_price check (early_price_cents >= 0),
  constraint meeting_type_early_whole check ((early_price_cents is null) = (early_until is null)),
  constraint meeting_type_known check (attend_type between 1 and 4),
  constraint meeting_type_price check (price_cents >= 0),
  constraint meeting_type_quota check (quota >= 0)
);

-- Rooms of the venue of a meeting, one row each; guests are assigned to them.
create table meeting_room (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meeting on delete cascade,
  name text not null,
  beds smallint not null,
  constraint meeting_room_name_unique unique (meeting_id, name),
  constraint meeting_room_beds check (beds between 1 and 20)
);

-- Places of people at meetings, one row per person and meeting, walk-ins included. Contact details end with the
-- retention period; the row stays.
create table registration (
  -- Random, so that others cannot be guessed.
  id bigint primary key,
  meeting_id bigint not null references meeting,
  -- Null for walk-ins without an account.
  account_id bigint references account on delete set null,
  attend_type smallint not null,
  state text not null,
  name text not null,
  sex text not null,
  company text not null,
  profess text not null,
  unit_id bigint references special_committee,
  -- Phone, addresses, diet and invoice, encrypted; null after the retention period.
  contact_sealed bytea,
  phone_index bytea,
  arrival_at timestamptz not null,
  leave_at timestamptz not null,
  -- Requested standard rooms; none when the participant arranges the stay.
  rooms smallint not null default 0,
  share_with text not null default '',
  room_id bigint references meeting_room on delete set null,
  -- Agreed to appear in the list of participants.
  is_listed boolean not null default false,
  -- The place is held until then; null when it is final.
  pay_until timestamptz,
  waiting_since timestamptz,
  paid_at timestamptz,
  paid_cents integer,
  order_no text,
  -- Refund by the rule, and the reason of the end.
  refund_cents integer not null default 0,
  end_reason text not null default '',
  is_walk_in boolean not null default false,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  ended_by bigint references account on delete set null,
  refund_asked_at timestamptz,
  form_key text,
  needs_receipt boolean not null default false,
  -- When a place was offered to a person on the waiting list.
  offered_at timestamptz,
  constraint registration_paid_when_paid check ((state <> ALL (array['paid', 'refunded'])) or (paid_at is not null)),
  constraint registration_state_known check (state in ('pending', 'paid', 'waiting', 'cancelled', 'lapsed',
    'refunded')),
  constraint registration_type_known check (attend_type between 1 and 4),
  constraint registration_waits_since check ((state = 'waiting') = (waiting_since is not null))
);
-- One current registration per account and meeting.
create unique index registration_live on registration (meeting_id, account_id) where state in ('pending', 'paid',
  'waiting');
create index registration_by_account on registration (account_id, created_at desc);
create index registration_by_meeting on registration (meeting_id, created_at desc, id desc);
create index registration_by_state on registration (meeting_id, state, created_at desc, id desc);
create index registration_by_type on registration (meeting_id, attend_type, state);
create index registration_waiting on registration (meeting_id, attend_type, waiting_since, id)
  where state = 'waiting';
create index registration_to_lapse on registration (pay_until) where (state = 'pending') and (pay_until is not null);
create index registration_by_phone on registration (phone_index) where phone_index is not null;
create index registration_by_room on registration (room_id);
create index registration_by_unit on registration (unit_id);
create index registration_refund_due on registration (id) where (refund_cents > 0) and (refund_asked_at is null);
create index registration_by_ender on registration (ended_by);
create unique index registration_form on registration (form_key) where form_key is not null;
create index registration_to_remind on registration (pay_until) where (state = 'pending') and (pay_until is not null)
  and (reminded_at is null);

-- Requests after the deadline of changes, and transfers.
create table registration_request (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registration on delete cascade,
  kind text not null,
  state text not null default 'asked',
  reason text not null,
  -- The wanted registration, or the person who takes over; encrypted.
  wanted_sealed bytea,
  to_account_id bigint references account on delete set null,
  answer text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default (now() + '3 days'::interval),
  called_at timestamptz,
  constraint registration_request_kind_known check (kind in ('change', 'transfer', 'cancel')),
  constraint registration_request_state_known check (state in ('asked', 'approved', 'refused'))
);
create unique index registration_request_open on registration_request (registration_id, kind) where state = 'asked';
create index registration_request_by_state on registration_request (state, id desc);
create index registration_request_by_registration on registration_request (registration_id, id desc);
create index registration_request_by_receiver on registration_request (to_account_id);
create index registration_request_by_decider on registration_request (decided_by);
create index registration_request_due on registration_request (due_at) where state = 'asked';

-- Sessions of the programme of a meeting, one row each, with their check-in and credits.
create table meeting_session (
  id bigint generated always as identity primary key,
  meeting_id bigint not null references meeting on delete cascade,
  title text not null,
  speaker text not null,
  place text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  credit_tenths integer not null default 0,
  constraint meeting_session_credits check (credit_tenths between 0 and 1000),
  constraint meeting_session_ends_after_start check (ends_at > starts_at)
);
create index meeting_session_by_time on meeting_session (meeting_id, starts_at, id);

-- One row per person, whichever devices scanned the ticket and in whatever order they report.
create table check_in (
  registration_id bigint primary key references registration on delete cascade,
  meeting_id bigint not null references meeting on delete cascade,
  -- By the clock of the device, corrected when it is implausible.
  at timestamptz not null,
  door text not null,
  staff_id bigint references account on delete set null,
  received_at timestamptz not null default now(),
  claimed_at timestamptz
);
create index check_in_by_meeting on check_in (meeting_id, at desc);
create index check_in_by_staff on check_in (staff_id);


-- ------------ Submissions: papers, works, and award applications

-- Calls for papers, works and award applications.
create table submission_call (
  id bigint generated always as identity primary key,
  kind text not null,
  title text not null,
  opens_at timestamptz not null,
  deadline timestamptz not null,
  state text not null default 'open',
  -- Key, title and weight of each criterion; the weights add up to 100.
  criteria jsonb not null,
  published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Working days of public notice before results are final; 0 for calls whose results hold at once.
  notice_days integer not null default 0,
  noticed_at timestamptz,
  notice_until timestamptz,
  -- Days after the results, or after the deadline without results, until personal data is deleted.
  retention_days integer not null default 365,
  purged_at timestamptz,
  constraint submission_call_ends_after_start check (deadline > opens_at),
  constraint submission_call_kind_known check (kind in ('paper', 'competition', 'organisation', 'individual',
    'collective')),
  constraint submission_call_notice_days check (notice_days between 0 and 30),
  constraint submission_call_notice_when_noticed check ((state <> 'noticed') or (noticed_at is not null)),
  constraint submission_call_notice_whole check ((noticed_at is null) = (notice_until is null)),
  constraint submission_call_retention check (retention_days between 90 and 1095),
  constraint submission_call_state_known check (state in ('open', 'closed', 'noticed', 'published'))
);
create index submission_call_newest on submission_call (kind, id desc);
create index submission_call_shown on submission_call (noticed_at desc) where noticed_at is not null;

-- Papers, works and applications for awards, one row each, from the draft to the result.
create table submission (
  -- Random.
  id bigint primary key,
  call_id bigint not null references submission_call,
  account_id bigint references account on delete set null,
  state text not null default 'draft',
  title text not null,
  -- Visible to reviewers; the author is stored separately, encrypted.
  content jsonb not null,
  person_sealed bytea not null,
  counts jsonb not null default '{}'::jsonb,
  -- The uploaded file and its text.
  file_key text,
  file_text text not null default '',
  submitted_at timestamptz,
  due_at timestamptz,
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  note text not null default '',
  -- Mean of the reviews in hundredths, once the results are out.
  score integer,
  award smallint,
  certificate_number text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint submission_award_known check (award between 1 and 4),
  constraint submission_state_known check (state in ('draft', 'submitted', 'returned', 'withdrawn', 'accepted',
    'rejected')),
  constraint submission_submitted_has_time check ((state <> ALL (array['submitted', 'accepted', 'rejected']))
    or (submitted_at is not null))
);
create index submission_by_account on submission (account_id, changed_at desc);
create index submission_by_call on submission (call_id, submitted_at desc nulls last, id desc);
create index submission_by_state on submission (call_id, state, submitted_at desc nulls last, id desc);
create index submission_by_decider on submission (decided_by);

-- Reviews: one row per submission and expert, from the assignment to the scores.
create table submission_review (
  id bigint generated always as identity primary key,
  submission_id bigint not null references submission on delete cascade,
  reviewer_id bigint not null references account on delete cascade,
  state text not null default 'assigned',
  scores jsonb not null default '{}'::jsonb,
  -- Weighted, in hundredths.
  total integer,
  comment text not null default '',
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint submission_review_once unique (submission_id, reviewer_id),
  constraint submission_review_state_known check (state in ('assigned', 'done', 'declined')),
  constraint submission_review_total_when_done check ((state <> 'done') or (total is not null))
);
create index submission_review_by_reviewer on submission_review (reviewer_id, state, id desc);

-- Tokens that open one file until they are revoked or a day has passed, as digests.
create table im_file_access (
  token_hash bytea primary key,
  file_id bigint not null references im_file on delete cascade,
  im_account_id bigint not null references im_account on delete cascade,
  -- Empty for any.
  user_agent text not null default '',
  expires_at timestamptz not null
);
create index im_file_access_by_file on im_file_access (file_id);
create index im_file_access_by_account on im_file_access (im_account_id);
create index im_file_access_by_expiry on im_file_access (expires_at);

-- Excel exports and their progress.
create table export_task (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  query jsonb not null,
  -- Without masking.
  is_full boolean not null,
  reason text not null,
  state text not null,
  done integer not null default 0,
  total integer not null,
  file_key text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint export_task_state_known check (state in ('asked', 'waiting', 'running', 'done', 'failed'))
);
create index export_task_by_account on export_task (account_id);
create index export_task_waiting on export_task (id) where state in ('waiting', 'running');
create index export_task_by_age on export_task (created_at);

-- Platform certificates that verify WeChat's signatures.
create table wechat_certificate (
  serial text primary key,
  pem text not null,
  expires_at timestamptz not null,
  fetched_at timestamptz not null default now()
);

-- Public holidays and working weekend days of China.
create table calendar_day (
  day text primary key,
  name text not null,
  kind text not null,
  constraint calendar_day_form check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  constraint calendar_day_kind check (kind in ('off', 'work'))
);

-- Staff on duty for crisis alerts.
create table duty_person (
  account_id bigint primary key references account on delete cascade,
  since timestamptz not null default now()
);

-- Progress of notifying the followers of a question or a counsellor of an answer; a job notifies them in batches.
create table answer_telling (
  answer_id bigint primary key references answer on delete cascade,
  told_until bigint not null default 0
);

-- One row per person and session.
create table session_check_in (
  session_id bigint not null references meeting_session on delete cascade,
  registration_id bigint not null references registration on delete cascade,
  -- By the clock of the device.
  at timestamptz not null,
  door text not null,
  staff_id bigint references account on delete set null,
  received_at timestamptz not null default now(),
  claimed_at timestamptz,
  primary key (registration_id, session_id)
);
create index session_check_in_by_session on session_check_in (session_id);
create index session_check_in_by_staff on session_check_in (staff_id);

-- Earned credits, written and voided together with their certificate.
create table credit_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  registration_id bigint not null references registration on delete cascade,
  meeting_id bigint not null references meeting,
  -- Null for the whole meeting.
  session_id bigint references meeting_session on delete cascade,
  certificate_id bigint not null references certificate,
  title text not null,
  tenths integer not null,
  earned_on date not null,
  created_at timestamptz not null default now(),
  constraint credit_entry_some check (tenths > 0)
);
create unique index credit_entry_once on credit_entry (registration_id, coalesce(session_id, (0)::bigint));
create index credit_entry_by_account on credit_entry (account_id, earned_on desc, id desc);
create index credit_entry_by_meeting on credit_entry (meeting_id);
create index credit_entry_by_session on credit_entry (session_id);
create index credit_entry_by_certificate on credit_entry (certificate_id);

-- Members named by a committee. A committee without names is open to everyone.
create table special_committee_member (
  committee_id bigint not null references special_committee on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (committee_id, account_id)
);
create index special_committee_member_by_account on special_committee_member (account_id);

-- Objections during the public notice.
create table submission_objection (
  id bigint generated always as identity primary key,
  call_id bigint not null references submission_call,
  -- Null for an objection to the whole.
  submission_id bigint references submission on delete cascade,
  account_id bigint references account on delete set null,
  -- The person who objects, and the text; encrypted.
  text_sealed bytea not null,
  state text not null default 'asked',
  answer text not null default '',
  decided_by bigint references account on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint submission_objection_answered check ((state = 'asked') or (answer <> '')),
  constraint submission_objection_state_known check (state in ('asked', 'upheld', 'dismissed'))
);
create index submission_objection_by_call on submission_objection (call_id, id desc);
create index submission_objection_by_account on submission_objection (account_id, id desc);
create index submission_objection_by_submission on submission_objection (submission_id);
create index submission_objection_by_decider on submission_objection (decided_by);

-- Texts kept with the alert, because their source can change or be hidden.
create table crisis_text (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  text_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index crisis_text_by_alert on crisis_text (alert_id, id);

-- Texts of calls that the secretariat changed. Limits appear in them by name, so that no text promises another limit.
create table announcement (
  id text primary key,
  title text not null,
  -- Date printed on the announcement.
  dated date not null,
  lead text not null,
  content text not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by bigint references account on delete set null,
  constraint announcement_known check (id in ('essay', 'competition', 'individual', 'collective'))
);
create index announcement_by_account on announcement (changed_by);

-- Further rooms of a registration that asked for several.
create table kept_room (
  room_id bigint primary key references meeting_room on delete cascade,
  registration_id bigint not null references registration on delete cascade
);
create index kept_room_by_registration on kept_room (registration_id);

-- Branches that review applications before the secretariat.
create table member_branch (
  id smallint generated always as identity primary key,
  name text not null,
  position smallint not null default 0,
  -- True when applicants may choose it.
  enabled boolean not null default true,
  constraint member_branch_name_unique unique (name)
);

-- Reviewers of branches. Staff without a row work for the secretariat.
create table branch_reviewer (
  account_id bigint primary key references account on delete cascade,
  branch_id smallint not null references member_branch on delete cascade
);
create index branch_reviewer_by_branch on branch_reviewer (branch_id);

-- Image of the association's seal on receipts of dues; one row.
create table receipt_seal (
  only_row boolean default true primary key,
  key text not null references private_file,
  constraint receipt_seal_only_one check (only_row)
);

-- Passkeys and TOTP secrets.
create table second_factor (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  name text not null,
  credential_id text,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  secret_sealed bytea,
  -- Latest accepted time step; a code works once (RFC 6238 section 5.2).
  last_step bigint,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint second_factor_credential_unique unique (credential_id),
  constraint second_factor_kind_known check (kind in ('passkey', 'totp')),
  constraint second_factor_passkey_complete check ((kind = 'passkey') = ((credential_id is not null)
    and (public_key is not null))),
  constraint second_factor_totp_complete check ((kind = 'totp') = (secret_sealed is not null))
);
create index second_factor_by_account on second_factor (account_id, id);
create unique index second_factor_one_totp on second_factor (account_id) where kind = 'totp';

-- TOTP secrets that were shown and not yet confirmed with a code.
create table totp_enrolment (
  account_id bigint primary key references account on delete cascade,
  secret_sealed bytea not null,
  expires_at timestamptz not null
);

-- Recovery codes, as digests.
create table recovery_code (
  account_id bigint not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- One attempt to sign in, to confirm an action, or to add a passkey. The token is stored as a hash.
create table factor_ticket (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  session_id bigint references session on delete cascade,
  purpose text not null,
  challenge text not null,
  expires_at timestamptz not null,
  constraint factor_ticket_purpose_known check (purpose in ('signIn', 'stepUp', 'addPasskey')),
  constraint factor_ticket_session check ((purpose = 'signIn') = (session_id is null))
);
create index factor_ticket_by_expiry on factor_ticket (expires_at);
create index factor_ticket_by_account on factor_ticket (account_id);
create index factor_ticket_by_session on factor_ticket (session_id);

-- Recovery of a lost second factor.
create table factor_recovery (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  asked_by bigint not null references account,
  asked_at timestamptz not null default now(),
  reason text not null,
  state text not null default 'asked',
  decided_by bigint references account,
  decided_at timestamptz,
  constraint factor_recovery_decided check ((state = 'asked') = ((decided_by is null) and (decided_at is null))),
  constraint factor_recovery_not_own check ((asked_by <> account_id) and (decided_by is distinct from account_id)),
  constraint factor_recovery_state_known check (state in ('asked', 'confirmed', 'refused')),
  -- Two people, and neither is the owner.
  constraint factor_recovery_two_people check ((state <> 'confirmed') or (decided_by <> asked_by))
);
create unique index factor_recovery_one_open on factor_recovery (account_id) where state = 'asked';
create index factor_recovery_by_state on factor_recovery (state, id desc);
create index factor_recovery_by_account on factor_recovery (account_id);
create index factor_recovery_by_asker on factor_recovery (asked_by);
create index factor_recovery_by_decider on factor_recovery (decided_by);

-- Sources of an alert. The alert is deleted with its last source.
create table crisis_signal (
  id bigint generated always as identity primary key,
  alert_id bigint not null references crisis_alert on delete cascade,
  level text not null,
  hits integer not null default 1,
  message_time bigint not null,
  conversation_id bigint references im_conversation on delete cascade,
  question_id bigint references question on delete cascade,
  booking_id bigint references booking on delete cascade,
  created_at timestamptz not null default now(),
  constraint crisis_signal_source unique nulls not distinct (alert_id, conversation_id, question_id, booking_id),
  constraint crisis_signal_level_known check (level in ('plan', 'thought')),
  constraint crisis_signal_of_one check (num_nonnulls(conversation_id, question_id, booking_id) <= 1)
);
create index crisis_signal_by_conversation on crisis_signal (conversation_id) where conversation_id is not null;
create index crisis_signal_by_question on crisis_signal (question_id) where question_id is not null;
create index crisis_signal_by_booking on crisis_signal (booking_id) where booking_id is not null;

-- Progress of notifying acquaintances of a changed profile. Without a row, all are notified.
create table im_profile_fan_out (
  im_account_id bigint primary key references im_account on delete cascade,
  -- The last notified acquaintance.
  last_id bigint not null default 0,
  changed_at timestamptz not null default now()
);
create index im_profile_fan_out_by_time on im_profile_fan_out (changed_at);

-- Codes that confirm e-mail addresses.
create table email_code (
  account_id bigint primary key references account on delete cascade,
  -- Keyed digest of account, address and code.
  digest bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);


-- ------------ References to tables that follow
alter table crisis_alert add constraint crisis_alert_booking_id_fkey foreign key (booking_id) references booking(id)
  on delete set null;
alter table crisis_alert add constraint crisis_alert_question_id_fkey foreign key (question_id)
  references question(id) on delete set null;
alter table pay_order add constraint pay_order_fee_id_fkey foreign key (fee_id) references member_fee(id);
alter table member add constraint member_application_id_fkey foreign key (application_id)
  references member_application(id) on delete set null;
alter table member_application add constraint member_application_branch_id_fkey foreign key (branch_id)
  references member_branch(id);


-- ------------ Functions, views, and triggers

-- Runs once per statement that changes a public page.
create function raise_content_version() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1;
  return null;
end
$$;

create function raise_lexicon_version() returns trigger language plpgsql as $$
begin
  update im_lexicon set version = version + 1;
  return null;
end $$;

-- For append-only tables: refuses update and delete.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows', tg_table_name;
end
$$;

-- For append-only tables: refuses truncate, except of an empty table, which a restored backup needs.
create function refuse_emptying() returns trigger language plpgsql as $$
declare
  has_rows boolean;
begin
  execute format('select exists (select from %I.%I)', tg_table_schema, tg_table_name) into has_rows;
  if has_rows then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end
$$;

-- Writes a group of messages in one statement. The process encrypts them in advance, for conversations whose last
-- number and key it knows. Under the accounts' locks the function checks that both are current, that no message is a
-- repetition, and that no sender is blocked. Otherwise it writes nothing and returns null, and the caller uses the
-- general path (im/msg/write.ts). Versions raised in vain are harmless. The settings keep its plans on the indexes,
-- because a plan made while a table was small would scan it for ever. The accounts are locked in the order of their
-- ids.
create function im_write_known(account_ids bigint[], conversation_ids bigint[], conversation_seqs bigint[],
  conversation_keys bytea[], new_counts bigint[], sender_ids bigint[], receiver_ids bigint[],
  session_accounts bigint[], session_conversations bigint[], session_unreads integer[],
  message_conversations bigint[], message_seqs bigint[], message_senders bigint[], message_clients text[],
  message_types smallint[], message_unreadables smallint[], message_client_types smallint[], message_devices text[],
  message_bodies bytea[]) returns json language plpgsql set enable_seqscan to 'off' set enable_bitmapscan to 'off'
  set enable_hashjoin to 'off' set enable_mergejoin to 'off' as $$
declare
  changed integer;
  moment bigint;
  result json;
begin
  update im_account set version = version + 1 where id = any(account_ids);
  get diagnostics changed = row_count;
  if changed <> cardinality(account_ids)
    or (
      select count(*) from unnest(conversation_ids, conversation_seqs, conversation_keys) as w(id, seq, key)
      cross join lateral (
        select from im_conversation c where c.id = w.id and c.last_seq = w.seq and c.sealed_key = w.key limit 1
      ) c
    ) <> cardinality(conversation_ids)
    or exists (
      select from unnest(message_senders, message_clients) as w(sender, client)
      cross join lateral (
        select from im_message m where m.sender_id = w.sender and m.id_client = w.client limit 1
      ) m
    )
    or exists (
      select from unnest(sender_ids, receiver_ids) as w(sender, receiver)
      cross join lateral (
        select from im_relation r where r.im_account_id = w.receiver and r.peer_id = w.sender and r.is_blacked limit 1
      ) r
    )
  then
    return null;
  end if;
  moment := extract(epoch from clock_timestamp()) * 1000;
  with conversation as (
    update im_conversation c
    set last_seq = c.last_seq + w.more, last_time = greatest(moment, c.last_time + 1) + w.more - 1
    from unnest(conversation_ids, new_counts) as w(id, more) where c.id = w.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select w.conversation, w.seq, w.sender, w.client, w.type, w.unreadable = 1, w.client_type, w.device,
      greatest(moment, c.last_time + 1) + w.seq - c.last_seq - 1, w.body
    from unnest(message_conversations, message_seqs, message_senders, message_clients, message_types,
      message_unreadables, message_client_types, message_devices, message_bodies)
      as w(conversation, seq, sender, client, type, unreadable, client_type, device, body)
    -- the state before this statement, which does not see its own changes
    cross join lateral (select last_seq, last_time from im_conversation where id = w.conversation limit 1) c
    returning id, conversation_id, seq, time
  ), session as (
    update im_session s set version = a.version, unread = s.unread + w.unread, is_deleted = false
    from unnest(session_accounts, session_conversations, session_unreads) as w(account, conversation, unread)
    cross join lateral (select version from im_account where id = w.account limit 1) a
    where s.im_account_id = w.account and s.conversation_id = w.conversation
    returning s.*
  )
  select json_build_object(
    'messages', (select json_agg(json_build_array(conversation_id, seq, id, time)) from message),
    'sessions', (
      select json_agg(json_build_array(
        im_account_id, conversation_id, version, unread, ack, receipt, cleared_time, ext
      )) from session
    )
  ), (select count(*) from session) into result, changed;
  if changed <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $$;

create function refuse_fee_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.created_by is null
    and (to_jsonb(new) - 'created_by') = (to_jsonb(old) - 'created_by') then
    return new; -- its author's account was deleted
  end if;
  raise exception 'a fee never changes';
end
$$;

-- Every counsellor has a page. It is unlisted when the role ends or the account is disabled.
create function follow_account() returns trigger language plpgsql as $$
begin
  if new.role_id = 2 then
    insert into counsellor (account_id, name, gender, avatar, is_listed)
    values (new.id, new.nickname, new.gender, new.avatar, false)
    on conflict (account_id) do update set name = excluded.name, gender = excluded.gender, avatar = excluded.avatar;
  end if;
  if new.role_id <> 2 or not new.enabled then
    update counsellor set is_listed = false where account_id = new.id and is_listed;
  end if;
  return null;
end
$$;

create function count_question() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.state = 'shown';
  is_now boolean := tg_op <> 'DELETE' and new.state = 'shown';
begin
  if was <> is_now then
    update tally set value = value + case when is_now then 1 else -1 end where name = 'questions';
    -- an answer is visible only while its question is
    if tg_op = 'UPDATE' then
      update answer set in_sight = is_now where question_id = new.id and state = 'shown';
    end if;
  end if;
  if was and (not is_now or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count - 1 where id = any(old.domain_ids);
  end if;
  if is_now and (not was or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count + 1 where id = any(new.domain_ids);
  end if;
  return null;
end
$$;

-- An answer is in sight while its question is.
create function place_answer() returns trigger language plpgsql as $$
begin
  new.in_sight := new.state = 'shown' and exists (
    select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$$;

create function count_answer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.in_sight then
    update question set answer_count = answer_count - 1, like_count = like_count - old.like_count
      where id = old.question_id;
    update counsellor set answer_count = answer_count - 1 where id = old.counsellor_id;
    update tally set value = value - 1 where name = 'answers';
  end if;
  if tg_op <> 'DELETE' and new.in_sight then
    update question set answer_count = answer_count + 1, like_count = like_count + new.like_count
      where id = new.question_id;
    update counsellor set answer_count = answer_count + 1 where id = new.counsellor_id;
    update tally set value = value + 1 where name = 'answers';
  end if;
  return null;
end
$$;

-- Digest of an event and its predecessor.
create function security_event_digest(previous bytea, event security_event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    (extract(epoch from event.at) * 1000)::bigint, event.kind, event.account_id, event.ip, event.request_id, event.detail
  )::text, 'UTF8'))
$$;

-- Appends an event under a lock.
create function write_security_event(new_kind text, new_account bigint, new_ip text, new_request text,
  new_detail jsonb) returns void language plpgsql as $$
declare
  event security_event;
begin
  perform pg_advisory_xact_lock(2026112103);
  event.id := nextval(pg_get_serial_sequence('security_event', 'id'));
  event.at := date_trunc('milliseconds', clock_timestamp());
  event.kind := new_kind;
  event.account_id := new_account;
  event.ip := new_ip;
  event.request_id := new_request;
  event.detail := new_detail;
  select coalesce((select hash from security_event order by id desc limit 1), decode(repeat('00', 32), 'hex'))
    into event.previous_hash;
  event.hash := security_event_digest(event.previous_hash, event);
  insert into security_event overriding system value select event.*;
end
$$;

create function place_answer_collect() returns trigger language plpgsql as $$
begin
  new.in_sight := exists (select 1 from answer where id = new.answer_id and in_sight);
  return new;
end
$$;

create function place_question_collect() returns trigger language plpgsql as $$
begin
  new.in_sight := exists (select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$$;

create function move_answer_collects() returns trigger language plpgsql as $$
begin
  update answer_collect set in_sight = new.in_sight where answer_id = new.id;
  return null;
end
$$;

create function move_question_collects() returns trigger language plpgsql as $$
begin
  update question_collect set in_sight = new.state = 'shown' where question_id = new.id;
  return null;
end
$$;

-- Deletes an alert with its last source.
create function drop_alert_without_signal() returns trigger language plpgsql as $$
begin
  delete from crisis_alert a where a.id = old.alert_id and not exists (
    select 1 from crisis_signal s where s.alert_id = a.id);
  return null;
end
$$;

create function default_domain_synonyms(domain_name text) returns text[] language sql immutable as $$
  select case domain_name
    when '情绪困扰' then array['抑郁', '抑郁症', '忧郁', '焦虑', '焦虑症', '恐慌', '惊恐发作', '强迫', '强迫症', '双相',
      '躁狂', '恐惧症', '疑病', '情绪低落', '心情不好', '不开心', '压抑', '暴躁', '易怒', '崩溃', '绝望', '创伤', '自残',
      '自伤', '割腕', '自杀', '轻生', '不想活']
    when '睡眠问题' then array['失眠', '睡不着', '睡不好', '入睡困难', '早醒', '半夜醒', '多梦', '噩梦', '熬夜', '晚睡',
      '嗜睡', '作息', '生物钟', '安眠药']
    when '亲子关系' then array['亲子', '孩子', '育儿', '家庭教育', '教育孩子', '孩子不听话', '孩子不上学', '厌学', '叛逆',
      '顶嘴', '沉迷手机', '陪写作业', '父母', '爸妈', '单亲', '二胎', '隔代教育']
    when '婚恋情感' then array['婚姻', '夫妻', '恋爱', '失恋', '分手', '离婚', '出轨', '外遇', '婆媳', '家暴', '冷暴力',
      '感情', '情感', '相亲', '单身', '异地恋', '老公', '老婆', '丈夫', '妻子', '男朋友', '女朋友']
    when '人际关系' then array['人际', '社交', '社恐', '社交恐惧', '孤独', '孤僻', '朋友', '室友', '同学关系', '同事关系',
      '沟通', '讨好', '被排挤', '霸凌', '欺凌', '内向', '害羞']
    when '职场压力' then array['职场', '工作', '工作压力', '上班', '加班', '职业倦怠', '失业', '裁员', '求职', '面试', '跳槽',
      '辞职', '职业规划', '领导', '同事', '创业']
    when '学业压力' then array['学习', '学习压力', '高考', '高考压力', '中考', '考研', '考试', '考试焦虑', '成绩', '作业',
      '升学', '厌学', '不想上学', '不上学', '休学', '注意力不集中', '论文', '毕业']
    when '青少年成长' then array['青少年', '青春期', '叛逆', '早恋', '网瘾', '游戏成瘾', '沉迷游戏', '沉迷手机', '霸凌',
      '校园欺凌', '不上学', '孩子不上学', '拒学', '休学', '初中', '高中', '多动症', '自残', '自伤']
    when '个人成长' then array['自卑', '自信', '自我认识', '自我价值', '迷茫', '空虚', '完美主义', '拖延', '性格', '内耗',
      '原生家庭', '情绪管理', '人生意义', '改变自己']
    when '哀伤与丧失' then array['哀伤', '悲伤', '丧失', '丧亲', '亲人去世', '去世', '病逝', '丧偶', '失独', '悼念', '思念',
      '告别', '流产', '宠物去世']
    when '老年心理' then array['老年', '老人', '老年抑郁', '退休', '空巢', '孤寡', '养老', '痴呆', '阿尔茨海默', '失能',
      '照护', '记忆力', '更年期']
    when '孕产心理' then array['怀孕', '孕期', '孕妇', '备孕', '产后', '产后抑郁', '月子', '新手妈妈', '哺乳', '流产', '胎停',
      '不孕', '试管', '分娩恐惧']
    else '{}'::text[]
  end
$$;

-- A domain with a known name starts with default synonyms.
create function fill_domain_synonyms() returns trigger language plpgsql as $$
begin
  new.synonyms := default_domain_synonyms(new.name);
  return new;
end
$$;

-- The only definition of what the public sees.
create view visible_article as
 select id,
    column_id,
    tag_id,
    title,
    coalesce(NULLIF(summary, ''::text), excerpt) as summary,
    content,
    picture_key,
    pinned,
    publish_at,
    updated_at
   from article
  where ((state = 'published'::text) and (publish_at <= now()));

create trigger article_shown after insert on article for each row
  when (new.state = 'published') execute function raise_content_version();
create trigger article_changed after update on article for each row when ((old.state = 'published')
  or (new.state = 'published')) execute function raise_content_version();
create trigger article_gone after delete on article for each row
  when (old.state = 'published') execute function raise_content_version();
create trigger attachment_changed after insert or delete or update on attachment
  for each statement execute function raise_content_version();
create trigger banner_changed after insert or delete or update on banner
  for each statement execute function raise_content_version();
create trigger floating_ad_changed after insert or delete or update on floating_ad
  for each statement execute function raise_content_version();
create trigger site_settings_changed after insert or delete or update on site_settings
  for each statement execute function raise_content_version();
create trigger im_lexicon_word_changed after insert or delete or update on im_lexicon_word
  for each statement execute function raise_lexicon_version();
create trigger audit_log_only_grows before delete or update on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_emptying();
create trigger ledger_entry_only_grows before delete or update on ledger_entry
  for each row execute function refuse_change();
create trigger member_fee_never_changes before delete or update on member_fee
  for each row execute function refuse_fee_change();
create trigger member_level_changed after insert or delete or update on member_level
  for each statement execute function raise_content_version();
create trigger member_fee_changed after insert on member_fee
  for each statement execute function raise_content_version();
create trigger account_has_counsellor after insert on account for each row
  when (new.role_id = 2) execute function follow_account();
create trigger account_changes_counsellor after update of nickname, gender, avatar, role_id, enabled on account
  for each row execute function follow_account();
create trigger question_counted after insert or delete or update of state, domain_ids on question
  for each row execute function count_question();
create trigger answer_placed before insert or update of state, question_id on answer
  for each row execute function place_answer();
create trigger answer_counted after insert or delete on answer for each row execute function count_answer();
create trigger answer_moved after update of in_sight, question_id, state on answer for each row
  when ((old.in_sight <> new.in_sight) or (old.question_id <> new.question_id)) execute function count_answer();
create trigger security_event_only_grows before delete or update on security_event
  for each row execute function refuse_change();
create trigger security_event_not_emptied before truncate on security_event
  for each statement execute function refuse_emptying();
create trigger answer_collect_placed before insert on answer_collect
  for each row execute function place_answer_collect();
create trigger question_collect_placed before insert on question_collect
  for each row execute function place_question_collect();
create trigger answer_collects_moved after update of in_sight, question_id, state on answer for each row
  when (old.in_sight <> new.in_sight) execute function move_answer_collects();
create trigger question_collects_moved after update of state on question for each row
  when ((old.state = 'shown') <> (new.state = 'shown')) execute function move_question_collects();
create trigger crisis_signal_gone after delete on crisis_signal
  for each row execute function drop_alert_without_signal();
create trigger domain_starts_with_synonyms before insert on domain for each row
  when (new.synonyms = '{}'::text[]) execute function fill_domain_synonyms();


-- ------------ Rows that every installation has

insert into content_version (version) values (1);
insert into im_lexicon default values;
insert into key_in_force default values;
insert into tally (name, value) values ('questions', 0), ('answers', 0);
